import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { RosterGuardianContact } from '../directory/roster.dto.js';

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
