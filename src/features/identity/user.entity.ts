import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/** A person across schools. */
@Entity('users')
@Unique('users_email_key', ['email'])
@Check('users_profile_visibility_check', `profile_visibility in ('full', 'name_only')`)
export class User {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  id: string;

  /** Normalised: see `normalizeEmail`. */
  @Column('text')
  email: string;

  /** UTC; null until the address is proven. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt: Date | null;

  @Column('text', { nullable: true })
  firstName: string | null;

  @Column('text', { nullable: true })
  lastName: string | null;

  /** For schools joined later; each membership and guardian record has its own. */
  @Column('text', { nullable: true })
  phone: string | null;

  /** What the person chose last, for the schools where they are no member; each membership and guardian record has its own. */
  @Column('text', { default: 'full' })
  profileVisibility: ProfileVisibility;

  /** Their last word on the addresses of their students: one who is linked to them later is hidden as well, by a trigger. */
  @Column('boolean', { default: false })
  hidesAddress: boolean;

  /** Whether they have ever said how their contact is shown, `full` included: no school's default says it for them then. */
  @Column('boolean', { default: false })
  visibilityChosen: boolean;

  /** The same of the addresses of their students. */
  @Column('boolean', { default: false })
  addressChosen: boolean;

  @Column('boolean', { default: false })
  twoStepEnabled: boolean;

  /** Of the outside provider: issuer and subject that their account is bound to. Null until they come from there. */
  @Column('uuid', { nullable: true })
  @Index('users_outside_subject_key', { unique: true, where: 'outside_subject_id is not null' })
  outsideSubjectId: string | null;

  /** Of the only schools that its sessions are for: the demo's, whose passwords are no secret. Null for every school. */
  @Column('uuid', { array: true, nullable: true })
  onlySchools: string[] | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** That something about the account has changed, or is to be proven. */
export type AccountChange = 'new_device' | 'password_changed' | 'second_step_changed' | 'address_changed';

export type AccountMailKind =
  AccountChange | 'guessing' | 'operator_session' | 'invitation' | 'password_link' | 'address_link';

/** What a person is mailed about their account, written where it happens and sent behind it. */
@Entity('account_mails')
@Unique('account_mails_once_key', ['userId', 'kind', 'subject'])
@Unique('account_mails_email_key', ['email', 'kind', 'subject'])
@Check(
  'account_mails_kind_check',
  `kind in ('guessing', 'operator_session', 'invitation', 'new_device', 'password_changed', 'second_step_changed', 'address_changed', 'password_link', 'address_link')`,
)
@Index('account_mails_due_idx', ['dueAt'], { where: 'ended_at is null' })
@Index('account_mails_dead_idx', ['createdAt'], { where: 'ended_at is not null and last_error is not null' })
export class AccountMail {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'account_mails_pkey' })
  id: string;

  /** Null where it goes to somebody who need not have an account. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'account_mails_user_fkey' })
  userId: string | null;

  /** Where it goes to: null where that is the account's own address. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text')
  kind: AccountMailKind;

  /** The session or the school that it is about, else empty: there is one mail of a kind on a subject. */
  @Column('text')
  subject: string;

  /** What the text needs to say besides; gone once it is sent. */
  @Column('jsonb', { nullable: true })
  details: {
    reason?: string;
    until?: string;
    school?: string;
    isFamily?: boolean;
    locale?: string;
    timeZone?: string;
  } | null;

  @Column('timestamptz')
  @Index('account_mails_created_idx')
  createdAt: Date;

  /** UTC: not tried before. Whoever tries moves it on first. */
  @Column('timestamptz')
  dueAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  /** UTC: when it was sent or given up. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  /** The kind of the last failure, never an address; of a mail that has ended: it was given up. */
  @Column('text', { nullable: true })
  lastError: string | null;
}
