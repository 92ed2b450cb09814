import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { MAIL_STATES, type MailState } from './mail-job.js';

/** Facts for the text of a mail that stand nowhere else; removed once it is sent. Only the composer of its kind knows them. */
export type MailDetails = Readonly<Record<string, unknown>>;

/** The kind of every mail that a notification asks for. */
export const ALERT_MAIL = 'alert';

/**
 * The outbox: a mail that is owed, written in the transaction of its cause and sent behind it. Its id names the mail
 * (Message-ID), so that a person who gets it twice can tell. It holds no text: that is written when the mail is sent.
 */
@Entity('mails')
@Unique('mails_notification_key', ['schoolId', 'notificationId'])
@Unique('mails_user_key', ['userId', 'kind', 'subject'])
@Unique('mails_email_key', ['email', 'kind', 'subject'])
@Index('mails_due_idx', ['kind', 'dueAt'], { where: `state = 'waiting'` })
@Index('mails_dead_idx', ['createdAt'], { where: `state = 'dead'` })
@Check('mails_state_check', `state in (${MAIL_STATES.map((state) => `'${state}'`).join(', ')})`)
@Check('mails_kind_check', `(kind = '${ALERT_MAIL}') = (notification_id is not null)`)
@ForeignKey('Notification', ['schoolId', 'notificationId'], ['schoolId', 'id'], {
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
  name: 'mails_notification_fkey',
})
export class QueuedMail {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'mails_pkey' })
  id: string;

  /** Null where the mail is about an account, which belongs to no school. */
  @Column('uuid', { nullable: true })
  @ForeignKey('School', { onDelete: 'CASCADE', name: 'mails_school_fkey' })
  schoolId: string | null;

  @Column('uuid', { nullable: true })
  notificationId: string | null;

  /** Null where it goes to somebody who need not have an account. */
  @Column('uuid', { nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'mails_user_fkey' })
  userId: string | null;

  /** Where it goes to; null where that is the address of the account or of the member. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { default: ALERT_MAIL })
  kind: string;

  /** The session or the school that it is about, else empty: there is one mail of a kind on a subject. */
  @Column('text', { default: '' })
  subject: string;

  @Column('jsonb', { nullable: true })
  details: MailDetails | null;

  @Column('text', { default: 'waiting' })
  state: MailState;

  /** Begun, whether or not they came to an end. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** UTC: not tried before. A process that tries it moves it on first, so that no other does and a crash loses nothing. */
  @Column('timestamptz')
  dueAt: Date;

  /** The kind of the last failure, never an address. */
  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  @Index('mails_created_idx')
  createdAt: Date;

  /** UTC: when it was sent, died or was dropped. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
