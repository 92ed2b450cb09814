import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, ValidateIf } from 'class-validator';
import { QueryInteger } from '../../../platform/http/field-decorators.js';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../guardians/guardian-relation.js';

const filtersCount = (query: RosterQuery): boolean => query.full !== 'true';

export class RosterQuery {
  /**
   * Parts of a name, cut at blanks, in any order: without regard to case, accents, apostrophes and hyphens. Four digits
   * also match the graduation year. Admins, and the student's own guardians, find the name in the school's records, too.
   * For admins it also searches the linked parents' name and email, and their phone by its digits in any form (national,
   * with `+`, `00` or `(0)`). What is nothing but punctuation finds nobody.
   */
  @ValidateIf((query: RosterQuery) => filtersCount(query) && query.q !== undefined)
  @IsString()
  @ApiPropertyOptional({ type: String })
  q?: string;

  @ValidateIf((query: RosterQuery) => filtersCount(query) && query.graduationYear !== undefined)
  @QueryInteger(0, 9999)
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 9999 })
  graduationYear?: number;

  /** Adds coordinates, the caller's own note and the guardians' contact; `q` and `graduationYear` are ignored. */
  @IsOptional()
  @IsIn(['true'])
  @ApiPropertyOptional({ enum: ['true'] })
  full?: 'true';
}

export class RosterGuardian {
  name: string;

  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;
}

export class RosterStudent {
  @ApiProperty({ format: 'uuid' })
  id: string;

  first_name: string;

  last_name: string;

  /** First and last name. */
  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  has_photo: boolean;

  /** Primary first, then by last and first name. */
  @ApiProperty({ type: [RosterGuardian] })
  guardians: RosterGuardian[];
}

export class RosterGuardianContact {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** Null until the guardian has registered, and while their membership is deactivated. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  membership_id: string | null;

  name: string;

  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;

  /** Of the membership. */
  has_photo: boolean;

  /** Null when there is none, or when the guardian shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  /** Null when there is none, or when the guardian shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  phone: string | null;
}

/** As {@link RosterGuardianContact}, of a student's own data. */
export class StudentGuardian extends RosterGuardianContact {
  /** The school keeps this guardian and the student apart. Only admins get such a guardian: it is false for everybody else. */
  restricted: boolean;
}

export class RosterStudentFull {
  @ApiProperty({ format: 'uuid' })
  id: string;

  first_name: string;

  last_name: string;

  /** First and last name. */
  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  has_photo: boolean;

  /** Degrees, WGS 84; null when unknown or when the family hides the address. */
  @ApiProperty({ type: Number, nullable: true })
  latitude: number | null;

  @ApiProperty({ type: Number, nullable: true })
  longitude: number | null;

  /** The caller's own note. */
  @ApiProperty({ type: String, nullable: true })
  note: string | null;

  /** Primary first, then by last and first name. */
  @ApiProperty({ type: [StudentGuardian] })
  guardians: StudentGuardian[];
}

export class Roster {
  /**
   * Every non-archived student, by last name, then first name, as the school's language puts them in order; full items
   * with `full=true`. Who has one name has it as the first one, and is put in order by it.
   */
  @ApiProperty({
    type: 'array',
    items: { anyOf: [{ $ref: getSchemaPath(RosterStudentFull) }, { $ref: getSchemaPath(RosterStudent) }] },
  })
  students: RosterStudent[] | RosterStudentFull[];
}

export class CandidateStudent {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** First and last name. */
  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;
}

/** A parent as one to choose from: never email or phone. */
export class OrganizationCandidate {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  first_name: string;

  last_name: string;

  /** First and last name. */
  name: string;

  /** By last name, then first name. */
  @ApiProperty({ type: [CandidateStudent] })
  students: CandidateStudent[];
}
