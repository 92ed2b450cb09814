import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import {
  BlankIsNull,
  DistinctNames,
  IsCalendarDate,
  IsTimestamp,
} from '../../../platform/http/field-decorators.js';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { RsvpInput } from '../rsvp/event-rsvp.dto.js';
import { PublishedFields, Title, TitleChange } from '../../publishing/published-fields.dto.js';
import { EVENT_TYPES, type EventType, HOME_AWAY, type HomeAway } from './event-values.js';

const OptionalText = (most: number) =>
  applyDecorators(
    BlankIsNull(),
    IsOptional(),
    IsString(),
    MaxLength(most),
    ApiPropertyOptional({ type: String, nullable: true, maxLength: most }),
  );

/** Members that an event and a series have in common. One that is left out stays; null clears it. */
export class EventFields extends PublishedFields {
  /** Rich text. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;

  @OptionalText(200)
  location?: string | null;

  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean })
  all_day?: boolean | null;

  /** Each once, whatever its case. */
  @DistinctNames()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  @ApiPropertyOptional({ type: [String], nullable: true })
  tags?: string[] | null;

  @IsOptional()
  @IsIn(EVENT_TYPES)
  @ApiPropertyOptional({ enum: [...EVENT_TYPES, null], nullable: true, default: 'other' })
  event_type?: EventType | null;

  @IsOptional()
  @IsIn(HOME_AWAY)
  @ApiPropertyOptional({ enum: [...HOME_AWAY, null], nullable: true })
  home_away?: HomeAway | null;

  @OptionalText(200)
  opponent?: string | null;

  /** What to wear. */
  @OptionalText(200)
  uniform?: string | null;

  /** Asks who comes. Null: nobody is asked, and answers of before are hidden until it asks again. */
  @IsOptional()
  @NestedBody(() => RsvpInput)
  @ApiPropertyOptional({ type: RsvpInput, nullable: true })
  rsvp?: RsvpInput | null;

  /** True alerts those whom it is addressed to, each of them once; of a series to its next occurrence. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  send_alert?: boolean | null;
}

const CHANGE_SCOPES = ['this', 'following', 'all'] as const;
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
