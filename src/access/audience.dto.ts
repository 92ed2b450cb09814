import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsUUID,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { AUDIENCE_TYPES, type AudienceType } from './audience.js';

const isOf = (type: AudienceType) => (audience: AudienceInput) => audience.type === type;

/** Whom an item is addressed to; what does not belong to the type is ignored. */
export class AudienceInput {
  @IsIn(AUDIENCE_TYPES)
  @ApiProperty({ enum: AUDIENCE_TYPES })
  type: AudienceType;

  /** With `graduation_years`: the families of these years. */
  @ValidateIf(isOf('graduation_years'))
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsInt({ each: true })
  @Min(1900, { each: true })
  @Max(2199, { each: true })
  @ApiPropertyOptional({ type: [Number] })
  graduation_years?: number[];

  /** With `organizations`: the members of these organizations of the school. */
  @ValidateIf(isOf('organizations'))
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @IsUUID('loose', { each: true })
  @ApiPropertyOptional({ type: [String], format: 'uuid' })
  organization_ids?: string[];
}

export class AudienceBody {
  @ApiProperty({ enum: AUDIENCE_TYPES })
  type: AudienceType;

  @ApiProperty({ type: 'array', items: { type: 'integer' } })
  graduation_years: number[];

  @ApiProperty({ type: [String], format: 'uuid' })
  organization_ids: string[];
}
