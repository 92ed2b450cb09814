import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsNull, DistinctNames } from '../../http/field-decorators.js';
import { PublishedFields } from '../publishing/published-fields.dto.js';
import { EVENT_TYPES, HOME_AWAY, type EventType, type HomeAway } from './event-words.js';

const OptionalText = (most: number) =>
  applyDecorators(
    BlankIsNull(),
    IsOptional(),
    IsString(),
    MaxLength(most),
    ApiPropertyOptional({ type: String, nullable: true, maxLength: most }),
  );

/** What an event and a series have in common. Left out, it stays as it is; null clears it. */
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
}
