import { ApiProperty } from '@nestjs/swagger';

/** The person in the staff directory of a school. */
export class ExportedStaffRecord {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  first_name: string;

  last_name: string;

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

  /** Where the record came from: `content`, or the name of a OneRoster source. */
  source: string;

  /** Since when it is not shown any more. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  archived_at: string | null;
}
