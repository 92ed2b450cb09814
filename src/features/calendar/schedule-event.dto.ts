import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsCalendarDate } from '../../platform/http/field-decorators.js';
import { CalendarEventBody } from './calendar-event.dto.js';
import { EVENT_TYPES, HOME_AWAY, type EventType, type HomeAway } from './event-values.js';
import { EventResultBody } from './result.dto.js';

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
