import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { NormalizedText } from '../../platform/http/field-decorators.js';
import { RosterStudent } from '../directory/roster/roster.dto.js';

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
