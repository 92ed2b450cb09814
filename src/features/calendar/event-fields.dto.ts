import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { AudienceInput } from '../../access/audience.dto.js';
import { BlankIsNull, DistinctNames, NormalizedText } from '../../http/field-decorators.js';
import { EVENT_TYPES, HOME_AWAY, type EventType, type HomeAway } from './event-words.js';

const isTitle = [NormalizedText(), IsString(), IsNotEmpty(), MaxLength(200)];

export const Title = () => applyDecorators(...isTitle, ApiProperty({ maxLength: 200 }));

/** May be left out, and not be cleared. */
export const TitleChange = () =>
  applyDecorators(
    ValidateIf((_, title) => title !== undefined),
    ...isTitle,
    ApiPropertyOptional({ type: String, maxLength: 200 }),
  );

const OptionalText = (most: number) =>
  applyDecorators(
    BlankIsNull(),
    IsOptional(),
    IsString(),
    MaxLength(most),
    ApiPropertyOptional({ type: String, nullable: true, maxLength: most }),
  );

/** What an event and a series have in common. Left out, it stays as it is; null clears it. */
export class EventFields {
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

  /** One of the school's categories. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  category_id?: string | null;

  /** Each once, whatever its case. */
  @DistinctNames()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  @ApiPropertyOptional({ type: [String], nullable: true })
  tags?: string[] | null;

  /** The organization whose event it is; an editor needs a live grant on it. Null: the whole school's. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  organization_id?: string | null;

  /** Without one, an event of an organization is addressed to that organization, any other to the school. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => AudienceInput)
  @ApiPropertyOptional({ type: AudienceInput, nullable: true })
  audience?: AudienceInput | null;

  @IsOptional()
  @IsIn(EVENT_TYPES)
  @ApiPropertyOptional({ enum: EVENT_TYPES, nullable: true, default: 'other' })
  event_type?: EventType | null;

  @IsOptional()
  @IsIn(HOME_AWAY)
  @ApiPropertyOptional({ enum: HOME_AWAY, nullable: true })
  home_away?: HomeAway | null;

  @OptionalText(200)
  opponent?: string | null;

  /** What to wear. */
  @OptionalText(200)
  uniform?: string | null;
}
