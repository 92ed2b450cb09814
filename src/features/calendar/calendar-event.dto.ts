import { ApiProperty } from '@nestjs/swagger';
import { ItemCategory } from '../categories/category.dto.js';
import { EVENT_STATUSES, type EventStatus } from './event-values.js';

export class CalendarEventBody {
  /** Of an occurrence: `{seriesId}_{originalStart}`. */
  id: string;

  title: string;

  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  location: string | null;

  all_day: boolean;

  /** Null when all day. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  starts_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  /** At the school. */
  @ApiProperty({ format: 'date' })
  start_date: string;

  /** At the school, inclusive. */
  @ApiProperty({ format: 'date' })
  end_date: string;

  /** IANA name. */
  time_zone: string;

  @ApiProperty({ type: ItemCategory, nullable: true })
  category: ItemCategory | null;

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  organization_name: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  series_id: string | null;

  /** Where the rule put the occurrence: `YYYYMMDD`, or `YYYYMMDDTHHMMSSZ`. It never changes. */
  @ApiProperty({ type: String, nullable: true, pattern: '^\\d{8}(T\\d{6}Z)?$' })
  original_start: string | null;

  /** An occurrence that differs from its series, or was called off. */
  is_exception: boolean;

  /** A cancelled occurrence is shown for 30 days. */
  @ApiProperty({ enum: EVENT_STATUSES })
  status: EventStatus;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  signup_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  permission_slip_id: string | null;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ChangedCalendarEvent extends CalendarEventBody {
  /** Ids of exceptions that are no more, since the series no longer produces their original start. */
  @ApiProperty({ type: [String] })
  dropped_exceptions: string[];
}

export class CalendarEvents {
  /** By start_date, all-day first, starts_at, title. */
  @ApiProperty({ type: [CalendarEventBody] })
  events: CalendarEventBody[];
}
