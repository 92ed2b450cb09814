import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ItemCategory } from '../../publishing/item-category.dto.js';
import {
  EVENT_STATUSES,
  type EventStatus,
  EVENT_TYPES,
  HOME_AWAY,
  type EventType,
  type HomeAway,
} from './event-values.js';
import { IsCalendarDate } from '../../../platform/http/field-decorators.js';
import { EventResultBody } from '../results/result.dto.js';
import { EventRsvp } from '../rsvp/event-rsvp.dto.js';

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

  /** Null for an event that does not ask who comes. */
  @ApiProperty({ type: EventRsvp, nullable: true })
  rsvp: EventRsvp | null;

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

export class ScheduleEvent extends CalendarEventBody {
  @ApiProperty({ enum: EVENT_TYPES })
  event_type: EventType;

  @ApiProperty({ enum: [...HOME_AWAY, null], nullable: true })
  home_away: HomeAway | null;

  @ApiProperty({ type: String, nullable: true })
  opponent: string | null;

  /** When people come together. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  arrival_at: string | null;

  /** What to wear. */
  @ApiProperty({ type: String, nullable: true })
  uniform: string | null;

  @ApiProperty({ type: EventResultBody, nullable: true })
  result: EventResultBody | null;
}

export class OrganizationSchedule {
  /** By start_date, all-day first, starts_at, title. */
  @ApiProperty({ type: [ScheduleEvent] })
  events: ScheduleEvent[];
}

/** Days at the school: what touches one of them is shown. */
export class ScheduleQuery {
  @IsOptional()
  @IsCalendarDate()
  @ApiPropertyOptional({ type: String, format: 'date' })
  from?: string;

  /** Inclusive, and not before `from`. */
  @IsOptional()
  @IsCalendarDate()
  @ApiPropertyOptional({ type: String, format: 'date' })
  to?: string;
}
