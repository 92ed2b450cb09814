import { ApiProperty } from '@nestjs/swagger';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardian-relation.js';
import { MembershipBody } from '../session/session.dto.js';

export class RegistrationCreated {
  @ApiProperty({ type: 'integer' })
  memberships: number;

  @ApiProperty({ type: 'integer' })
  guardian_links: number;
}

export class RegistrationLinkedStudent {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  student_id: string;

  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;
}

export class RegistrationResult {
  /** Every membership of the account, those that were there before included. */
  @ApiProperty({ type: [MembershipBody] })
  memberships: MembershipBody[];

  /** What this call made; all zero when it is repeated. */
  created: RegistrationCreated;

  @ApiProperty({ type: [RegistrationLinkedStudent] })
  linked_students: RegistrationLinkedStudent[];
}
