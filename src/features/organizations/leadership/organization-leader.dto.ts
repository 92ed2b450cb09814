import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsString,
  IsUUID,
  MaxLength,
  MinLength,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { NormalizedText } from '../../../platform/http/field-decorators.js';

export const LEADER_TYPES = ['staff', 'parent', 'student'] as const;
export type LeaderType = (typeof LEADER_TYPES)[number];

/** A coach, an adviser, a teacher, a captain. */
export class OrganizationLeaderBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: LEADER_TYPES })
  type: LeaderType;

  /** The id of the staff member, of the parent's membership, or of the student. */
  @ApiProperty({ format: 'uuid' })
  person_id: string;

  name: string;

  title: string;

  /** Order of display, ascending. */
  @ApiProperty({ type: 'integer' })
  position: number;
}

export class LeaderInput {
  @IsIn(LEADER_TYPES)
  @ApiProperty({ enum: LEADER_TYPES })
  type: LeaderType;

  /** The id of the staff member, of the parent's membership, or of the student. */
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  person_id: string;

  @NormalizedText()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  title: string;
}

export class LeadershipInput {
  /** The whole leadership in order; nobody is named twice. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(30)
  @ArrayUnique(personOf, { message: 'each person may be named once' })
  @NestedBody(() => LeaderInput, { each: true })
  @ApiProperty({ type: [LeaderInput], minItems: 1, maxItems: 30 })
  leaders: LeaderInput[];
}

export class Leadership {
  @ApiProperty({ type: [OrganizationLeaderBody] })
  leadership: OrganizationLeaderBody[];
}

function personOf(leader: Partial<LeaderInput> | null | undefined): string {
  return `${leader?.type} ${String(leader?.person_id).toLowerCase()}`;
}
