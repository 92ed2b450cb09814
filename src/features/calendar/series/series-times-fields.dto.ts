import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { EventFields } from '../events/event-input.dto.js';

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
