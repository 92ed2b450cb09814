import { ApiProperty } from '@nestjs/swagger';

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
