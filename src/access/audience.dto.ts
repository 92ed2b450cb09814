import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsUUID,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { AUDIENCE_TYPES, type AudienceType } from './audience.js';

/** A list that its type asks for is there; of another type it may be left out. */
const NeededFor = (type: AudienceType) =>
  applyDecorators(
    ValidateIf((audience: AudienceInput, list: unknown) => audience.type === type || list != null),
    ValidateBy({
      name: 'neededFor',
      validator: {
        validate: (list: unknown[], of?: ValidationArguments) =>
          (of?.object as AudienceInput).type !== type || list?.length > 0,
        defaultMessage: () => `$property must not be empty with ${type}`,
      },
    }),
  );

/** Whom an item is addressed to; what does not belong to the type has no effect. */
export class AudienceInput {
  @IsIn(AUDIENCE_TYPES)
  @ApiProperty({ enum: AUDIENCE_TYPES })
  type: AudienceType;

  /** With `graduation_years`: the families of these years. */
  @NeededFor('graduation_years')
  @IsArray()
  @ArrayMaxSize(50)
  @IsInt({ each: true })
  @Min(1900, { each: true })
  @Max(2199, { each: true })
  @ApiPropertyOptional({ type: [Number] })
  graduation_years?: number[];

  /** With `organizations`: the members of these organizations of the school. */
  @NeededFor('organizations')
  @IsArray()
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
