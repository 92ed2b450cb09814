import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import type { ProfileVisibility } from '../../../policy/privacy-mask.js';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';
import type { GuardianRelation } from './guardian-relation.js';
import { Student } from '../students/student.entity.js';

/**
 * One a student and person: the contact as the school has it, with a membership once the person has registered. Statements about a
 * family read the view `family_guardians`, which is without those who are kept apart from the student (contract section 21); the
 * table itself is for whoever keeps the records.
 */
@Entity('guardians')
@Unique('guardians_membership_key', ['schoolId', 'studentId', 'membershipId'])
@RetiringKey('guardians_student_membership_key', ['studentId', 'membershipId'])
@Unique('guardians_student_source_key', ['schoolId', 'studentId', 'source', 'sourceId'])
@Index('guardians_shared_membership_idx', ['schoolId', 'sharedMembershipId'])
@Index('guardians_school_email_idx', ['schoolId', 'email'], { where: 'membership_id is null' })
@Index('guardians_address_idx', ['schoolId', 'email'])
@Index('guardians_adult_idx', ['schoolId', 'sourceId'])
@Index('guardians_restricted_idx', ['schoolId', 'studentId'], { where: 'restricted_at is not null' })
@Index('guardians_mail_token_key', ['mailToken'], { unique: true, where: 'mail_token is not null' })
@Check('guardians_profile_visibility_check', `profile_visibility in ('full', 'name_only')`)
@Check(
  'guardians_relation_check',
  `relation in ('mother', 'father', 'parent', 'stepparent', 'grandparent', 'guardian', 'relative', 'other')`,
)
export class Guardian {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'guardians_pkey' })
  @Index('guardians_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'guardians_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'guardians_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'guardians_student_fkey' })
  studentId: string;

  @Column('uuid', { nullable: true })
  @Index('guardians_membership_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'guardians_membership_fkey' })
  membershipId: string | null;

  /**
   * Membership of the person with whom this guardian shares a mailbox, where it is linked to another record of the student
   * (contract section 16, rule 1): two people, one address, one account.
   */
  @Column('uuid', { nullable: true })
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'guardians_shared_membership_fkey' })
  sharedMembershipId: string | null;

  /** The account with this address has said that it is somebody else. */
  @Column('boolean', { default: false })
  disowned: boolean;

  @Column('text')
  source: string;

  /** The adult's id in the source; null for a link made by hand. */
  @Column('text', { nullable: true })
  sourceId: string | null;

  /** Fingerprint of the row last imported: an unchanged row never overwrites what was edited here since. */
  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column({ type: 'text', collation: 'und-x-icu' })
  firstName: string;

  @Column({ type: 'text', collation: 'und-x-icu' })
  lastName: string;

  /** Normalised: see `normalizeEmail`. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text')
  relation: GuardianRelation;

  @Column('boolean', { default: false })
  isPrimary: boolean;

  @Column('text', { default: 'full' })
  profileVisibility: ProfileVisibility;

  /** Hidden by the school's default alone: a trigger asks it again whenever the row or the default changes. */
  @Column('boolean', { default: false })
  hiddenByDefault: boolean;

  /** The credential of the address by which the person ends mails to guardians (RFC 8058); null before the first one. */
  @Column('text', { nullable: true })
  mailToken: string | null;

  /** UTC: since when no notice is mailed to this address while it has no account; null while they are. */
  @Column('timestamptz', { nullable: true })
  mailsEndedAt: Date | null;

  /** UTC: since when the school keeps this person and the student apart; null where it does not. */
  @Column('timestamptz', { nullable: true })
  restrictedAt: Date | null;

  /** The last day at the school; null without an end, or without a restriction. */
  @Column('date', { nullable: true })
  restrictedUntil: string | null;

  /** For the operator alone. */
  @Column('text', { nullable: true })
  restrictionReason: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
