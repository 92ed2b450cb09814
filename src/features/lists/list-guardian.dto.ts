import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { PostalAddressBody } from '../directory/students/student-detail.dto.js';

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
