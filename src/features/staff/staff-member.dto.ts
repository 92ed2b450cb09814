import { ApiProperty } from '@nestjs/swagger';

export class StaffMemberBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** Of the active member who has verified this email as theirs; null without one. Their photo is this person's. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  membership_id: string | null;

  first_name: string;

  last_name: string;

  /** First and last name. */
  name: string;

  @ApiProperty({ type: String, nullable: true })
  title: string | null;

  @ApiProperty({ type: String, nullable: true })
  department: string | null;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  @ApiProperty({ type: String, nullable: true })
  room: string | null;

  /** Whether there is one under `/parents/{membership_id}/photo`. */
  has_photo: boolean;

  /** Organizations that this person leads: teams, clubs, then classes; none that is archived. */
  @ApiProperty({ type: [String], format: 'uuid' })
  organization_ids: string[];
}

export class StaffDirectory {
  /** By department (none last), last name, first name. */
  @ApiProperty({ type: [StaffMemberBody] })
  staff: StaffMemberBody[];
}
