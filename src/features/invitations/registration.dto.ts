import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsUUID } from 'class-validator';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { MembershipBody } from '../me/me.dto.js';

export class RegistrationInput {
  /**
   * Which of the guardians on file with the account's email the caller is; ids as in the roster. Of a student of whom one is
   * named the others are somebody else's. Without it the account is linked to all of them.
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsUUID('loose', { each: true })
  @ApiProperty({ type: [String], format: 'uuid', required: false, maxItems: 100 })
  guardian_ids?: string[];
}

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
