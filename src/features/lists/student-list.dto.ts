import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { NormalizedText } from '../../platform/http/field-decorators.js';
import { RosterStudent } from '../directory/roster/roster.dto.js';
import { PostalAddressBody } from '../directory/students/student-detail.dto.js';

export class StudentListInput {
  @NormalizedText()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  name: string;

  /** Null or blank: none. Left out in a change, it stays as it is. */
  @NormalizedText('several lines')
  @IsOptional()
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  description?: string | null;
}

export class ListStudentInput {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  student_id: string;
}

/** A list of the caller's own; nobody else ever sees it. */
export class StudentListBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  name: string;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  /** Of those on the roster; an archived student is not counted. */
  @ApiProperty({ type: 'integer' })
  student_count: number;

  /** Individual entries; a deactivated member is not counted. */
  @ApiProperty({ type: 'integer' })
  guardian_count: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When the list, or what is on it, was last changed. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class StudentListDetail extends StudentListBody {
  /** By last name, then first name. */
  @ApiProperty({ type: [RosterStudent] })
  students: RosterStudent[];
}

export class StudentLists {
  /** By name. */
  @ApiProperty({ type: [StudentListBody] })
  lists: StudentListBody[];
}

/** Passed on, since a controller answers with shapes of its own room. */
export { OrganizationCandidate } from '../directory/roster/roster.dto.js';

export class ListGuardianInput {
  /** A parent of the list's school. */
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  guardian_membership_id: string;

  /** A student of that parent, whose address stands for the parent's. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  linked_student_id?: string | null;
}

/** A parent put on a list by themselves, not because of a student on it. */
export class ListGuardianBody {
  /** Of the entry. */
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  list_id: string;

  @ApiProperty({ format: 'uuid' })
  guardian_membership_id: string;

  /** Null as well while the student is not on the roster or no longer linked to the parent. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  linked_student_id: string | null;

  first_name: string;

  last_name: string;

  /** First and last name. */
  name: string;

  /** Null when there is none, or when the parent shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  /** Null when there is none, or when the parent shows the name only. */
  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  /** The linked student's; null without one, when unknown, or when the family hides it. */
  @ApiProperty({ type: PostalAddressBody, nullable: true })
  address: PostalAddressBody | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}
