import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { BlankIsNull } from '../../../platform/http/field-decorators.js';
import { RosterGuardianContact, RosterStudent } from '../../directory/roster/roster.dto.js';

export class OrganizationStudentBody extends RosterStudent {
  /** On the field, in the orchestra. */
  @ApiProperty({ type: String, nullable: true })
  position: string | null;

  @ApiProperty({ type: String, nullable: true })
  jersey: string | null;
}

/** A parent who helps: on the roster by themselves, not because of a student. */
export class OrganizationParentBody {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  name: string;

  @ApiProperty({ type: String, nullable: true })
  title: string | null;

  /** Null when there is none, or when the parent shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  /** Null when there is none, or when the parent shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  phone: string | null;
}

export class OrganizationRoster {
  /** By last name, then first name. */
  @ApiProperty({ type: [OrganizationStudentBody] })
  students: OrganizationStudentBody[];

  /** By last name, then first name. */
  @ApiProperty({ type: [OrganizationParentBody] })
  parents: OrganizationParentBody[];
}

export class OrganizationParentInput {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  /** Of one who is there already: left out it stays, null or blank clears it. */
  @BlankIsNull()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  title?: string | null;
}

export class OrganizationStudentInput {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  /** Of one who is there already: left out it stays, null or blank clears it. */
  @BlankIsNull()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  position?: string | null;

  /** As `position`. */
  @BlankIsNull()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  jersey?: string | null;
}

/** Passed on, since a controller answers with shapes of its own room. */
export { OrganizationCandidate } from '../../directory/roster/roster.dto.js';

export class NearbyQuery {
  /** One of the caller's own students; anyone else is 404. */
  @IsString()
  @ApiProperty({ format: 'uuid' })
  studentId: string;
}

/** A family of the roster; brothers and sisters are one each. */
export class NearbyFamily {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  /** First and last name of the student. */
  name: string;

  /** Kilometres along the great circle. */
  distance_km: number;

  /** Primary first, then by last and first name. */
  @ApiProperty({ type: [RosterGuardianContact] })
  guardians: RosterGuardianContact[];
}

export class NearbyFamilies {
  /** Nearest first, at most 20. */
  @ApiProperty({ type: [NearbyFamily], maxItems: 20 })
  families: NearbyFamily[];
}
