import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsCalendarDate, IsTimestamp } from '../../http/time-decorators.js';
import { Title, TitleChange } from '../publishing/published-fields.dto.js';
import { EventFields } from './event-fields.dto.js';

export const CHANGE_SCOPES = ['this', 'following', 'all'] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];

export class ScopeQuery {
  /**
   * Of an occurrence: `this` alone; `following`, it and those after it, which become a series of their own; or `all`
   * of its series. A single event has but one scope.
   */
  @IsOptional()
  @IsIn(CHANGE_SCOPES)
  @ApiPropertyOptional({ enum: CHANGE_SCOPES, default: 'this' })
  scope?: ChangeScope;
}

/** Timed with `starts_at` and `ends_at`, or all day with `start_date` and `end_date`. */
export class EventTimesFields extends EventFields {
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  starts_at?: string | null;

  /** Not before `starts_at`. */
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  ends_at?: string | null;

  @IsOptional()
  @IsCalendarDate()
  @ApiPropertyOptional({ type: String, format: 'date', nullable: true })
  start_date?: string | null;

  /** The last day, inclusive. */
  @IsOptional()
  @IsCalendarDate()
  @ApiPropertyOptional({ type: String, format: 'date', nullable: true })
  end_date?: string | null;

  /** When people come together, not after the start of a timed event; it moves with the start unless it is given. */
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  arrival_at?: string | null;
}

export class EventInput extends EventTimesFields {
  @Title()
  title: string;
}

export class EventChanges extends EventTimesFields {
  @TitleChange()
  title?: string;
}
