import { ApiProperty } from '@nestjs/swagger';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardians/guardian-relation.js';
import type { Recipient } from './message-recipients.repository.js';

export class MessageRecipient {
  /** Null until the guardian has registered. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  guardian_membership_id: string | null;

  /** The guardian as the school has them on file; of a parent who is on no student's file, their membership. */
  @ApiProperty({ format: 'uuid' })
  guardian_id: string;

  name: string;

  /** To the student named here. */
  @ApiProperty({ enum: [...GUARDIAN_RELATIONS, null], nullable: true })
  relation: GuardianRelation | null;

  /** The first by name of the students whom they are a recipient for. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  student_name: string | null;

  /** E.164 where it can be written so, else as entered; null when hidden or when there is none. */
  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  /** The recipient shows the name only; holds for admins too. */
  phone_hidden: boolean;
}

/** Leaves out what only the export has. */
export const toMessageRecipient = (recipient: Recipient): MessageRecipient => ({
  guardian_membership_id: recipient.guardian_membership_id,
  guardian_id: recipient.guardian_id,
  name: recipient.name,
  relation: recipient.relation,
  student_id: recipient.student_id,
  student_name: recipient.student_name,
  phone: recipient.phone,
  phone_hidden: recipient.phone_hidden,
});
