import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { User } from '../user.entity.js';

/** Changes of an account that its owner is mailed about, as a notice or for a proof. */
export type AccountChange = 'new_device' | 'password_changed' | 'second_step_changed' | 'address_changed';

export type AccountMailKind =
  AccountChange | 'guessing' | 'operator_session' | 'invitation' | 'password_link' | 'address_link';

/** A mail about an account, written in the transaction of its cause and sent afterwards. */
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

  /** Further facts for the text; removed once it is sent. */
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
