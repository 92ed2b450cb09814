import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { AudienceBody } from '../../policy/audience.dto.js';
import { EVENT_TYPES, HOME_AWAY, type EventType, type HomeAway } from './event-values.js';
import { Title, TitleChange } from '../publishing/published-fields.dto.js';
import { EventFields } from './event-input.dto.js';

const MINUTES_OF_A_YEAR = 366 * 24 * 60;

/** When a series takes place: clocks on the wall of its time zone, and how they repeat. */
export class SeriesTimesFields extends EventFields {
  /**
   * The first occurrence: `2026-09-07T15:30` on the wall of `time_zone`, `2026-09-07` when all day. One with an offset or
   * a `Z` is 400.
   */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  @ApiPropertyOptional({ type: String, example: '2026-09-07T15:30' })
  local_start?: string | null;

  /** Of a timed series. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MINUTES_OF_A_YEAR)
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 0, maximum: MINUTES_OF_A_YEAR })
  duration_minutes?: number | null;

  /** Of an all-day series. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(366)
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: 366, default: 1 })
  duration_days?: number | null;

  /** IANA name; the school's unless given. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  @ApiPropertyOptional({ type: String, example: 'America/New_York' })
  time_zone?: string | null;

  /**
   * RFC 5545 with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH,
   * BYSETPOS and WKST; at most 400 occurrences within 3 years. Null: only `local_start` and `rdates`.
   */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  @ApiPropertyOptional({ type: String, nullable: true, example: 'FREQ=WEEKLY;COUNT=10' })
  rrule?: string | null;

  /** Further occurrences, written as `local_start`; a bare date stands for that day at the time of the series. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(400)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  @ApiPropertyOptional({ type: [String], nullable: true })
  rdates?: string[] | null;

  /** Occurrences that do not take place, written as `local_start`; a bare date stands for the whole day. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  @ApiPropertyOptional({ type: [String], nullable: true })
  exdates?: string[] | null;

  /** When people come together before the first occurrence, written as `local_start`; before others as long before. */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  @ApiPropertyOptional({ type: String, nullable: true, example: '2026-09-07T15:00' })
  arrival_at?: string | null;
}

export class SeriesInput extends SeriesTimesFields {
  @Title()
  title: string;
}

export class SeriesChanges extends SeriesTimesFields {
  @TitleChange()
  title?: string;
}

const EXCEPTION_KINDS = ['changed', 'cancelled'] as const;

export class SeriesException {
  @ApiProperty({ pattern: '^\\d{8}(T\\d{6}Z)?$' })
  original_start: string;

  @ApiProperty({ enum: EXCEPTION_KINDS })
  kind: (typeof EXCEPTION_KINDS)[number];
}

export class EventSeriesBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  title: string;

  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  location: string | null;

  all_day: boolean;

  /** On the wall of `time_zone`; a date when all day. */
  @ApiProperty({ example: '2026-09-07T15:30' })
  local_start: string;

  /** Null when all day. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_minutes: number | null;

  /** Null when timed. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_days: number | null;

  /** IANA name. */
  time_zone: string;

  @ApiProperty({ type: String, nullable: true })
  rrule: string | null;

  @ApiProperty({ type: [String] })
  rdates: string[];

  /** With those that were called off since. */
  @ApiProperty({ type: [String] })
  exdates: string[];

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  category_id: string | null;

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  audience: AudienceBody;

  @ApiProperty({ enum: EVENT_TYPES })
  event_type: EventType;

  @ApiProperty({ enum: [...HOME_AWAY, null], nullable: true })
  home_away: HomeAway | null;

  @ApiProperty({ type: String, nullable: true })
  opponent: string | null;

  /** Before the first occurrence, on the wall of `time_zone`. */
  @ApiProperty({ type: String, nullable: true, example: '2026-09-07T15:00' })
  arrival_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  uniform: string | null;

  /** The series that this one was split from. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  split_from: string | null;

  /** Occurrences that take place. */
  @ApiProperty({ type: 'integer' })
  occurrence_count: number;

  /** At the school. */
  @ApiProperty({ format: 'date' })
  first_date: string;

  /** At the school: the last day of the last occurrence. */
  @ApiProperty({ format: 'date' })
  last_date: string;

  /** Occurrences that differ from the series, or were called off. */
  @ApiProperty({ type: [SeriesException] })
  exceptions: SeriesException[];

  /** Rises with each change. */
  @ApiProperty({ type: 'integer' })
  sequence: number;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ChangedEventSeries extends EventSeriesBody {
  /** Ids of exceptions that are no more, since the series no longer produces their original start. */
  @ApiProperty({ type: [String] })
  dropped_exceptions: string[];
}

export class AllEventSeries {
  /** By first_date, then title. */
  @ApiProperty({ type: [EventSeriesBody] })
  series: EventSeriesBody[];
}
