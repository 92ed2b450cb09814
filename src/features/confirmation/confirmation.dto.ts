import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { PROFILE_VISIBILITIES, type ProfileVisibility } from '../../policy/privacy-mask.js';
import { MyContact } from '../account/profile/profile.dto.js';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { PostalAddressBody } from '../directory/students/student-detail.dto.js';

export { SentReminders } from '../publishing/answered-item.dto.js';

/** A time in which the school asks every family whether what it has on file is still right. */
class RoundFields {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  opened_at: string;

  /** The last day that families are given, at the school. They may confirm until the school closes the round. */
  @ApiProperty({ type: String, format: 'date', nullable: true })
  due_on: string | null;

  /** Plain text. */
  @ApiProperty({ type: String, nullable: true })
  message: string | null;
}

export class MyConfirmationRound extends RoundFields {
  /** When the caller has confirmed; null while they have not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  confirmed_at: string | null;
}

export class ConfirmationGuardian {
  name: string;

  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;
}

export class ConfirmationStudent {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  @ApiProperty({ type: String, nullable: true })
  grade: string | null;

  @ApiProperty({ type: PostalAddressBody, nullable: true })
  address: PostalAddressBody | null;

  /** How the caller is related to the student. */
  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;

  /** Everybody whom the school has on file, the caller among them: primary first, then by last and first name. */
  @ApiProperty({ type: [ConfirmationGuardian] })
  guardians: ConfirmationGuardian[];
}

export class MyConfirmation {
  /** The open round, where it asks the caller; null otherwise. */
  @ApiProperty({ type: MyConfirmationRound, nullable: true })
  round: MyConfirmationRound | null;

  contact: MyContact;

  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;

  /** Null without linked students, and when they differ. */
  @ApiProperty({ type: Boolean, nullable: true })
  address_visible: boolean | null;

  /** The caller's own students on the roster, by last name, then first name. */
  @ApiProperty({ type: [ConfirmationStudent] })
  students: ConfirmationStudent[];
}

@ApiSchema({ name: 'ConfirmationRound' })
export class ConfirmationRoundBody extends RoundFields {
  /** Null while the round is open. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closed_at: string | null;
}

export class ConfirmationPerson {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  name: string;

  /** Names of their linked students on the roster, by last name, then first name. */
  @ApiProperty({ type: [String] })
  students: string[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  confirmed_at: string | null;
}

export class SchoolConfirmation {
  /** The open round; while there is none, the one that was closed last; null where the school has never asked. */
  @ApiProperty({ type: ConfirmationRoundBody, nullable: true })
  round: ConfirmationRoundBody | null;

  @ApiProperty({ type: 'integer' })
  confirmed: number;

  @ApiProperty({ type: 'integer' })
  outstanding: number;

  /** Everybody whom the round asks now, by last name, then first name; nobody without a round. */
  @ApiProperty({ type: [ConfirmationPerson] })
  people: ConfirmationPerson[];
}
