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

/** The readers that an item is addressed to. Members that do not belong to the type have no effect. */
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

/** An audience as items store it. */
export interface AudienceColumns {
  audienceType: AudienceType;
  audienceYears: number[];
  audienceOrganizationIds: string[];
}

/**
 * Left out, it stays as it is; null, or left out of something new, it is the default: the item's organization, or the
 * school where it has none (contract section 14, rule 1).
 */
export function audienceFrom(
  given: AudienceInput | null | undefined,
  organizationId: string | null,
  present: AudienceColumns | null,
): AudienceColumns {
  if (given === undefined && present) return audienceColumnsOf(present);
  if (!given) return audienceByDefault(organizationId);
  return {
    audienceType: given.type,
    audienceYears: given.type === 'graduation_years' ? distinct(given.graduation_years) : [],
    audienceOrganizationIds: given.type === 'organizations' ? distinctIds(given.organization_ids) : [],
  };
}

const audienceColumnsOf = (of: AudienceColumns): AudienceColumns => ({
  audienceType: of.audienceType,
  audienceYears: of.audienceYears,
  audienceOrganizationIds: of.audienceOrganizationIds,
});

const audienceByDefault = (organizationId: string | null): AudienceColumns => ({
  audienceType: organizationId ? 'organizations' : 'school',
  audienceYears: [],
  audienceOrganizationIds: organizationId ? [organizationId] : [],
});

const distinct = <T>(values: T[] = []): T[] => [...new Set(values)];

/** Ids in lower case, as the database has them: an id is the same in either case. */
const distinctIds = (ids: string[] = []): string[] => distinct(ids.map((id) => id.toLowerCase()));
