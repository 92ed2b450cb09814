import {
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  Check,
} from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School, RetiringKey } from '../schools/school.entity.js';
import type { MailState } from '../../platform/mail/outbox.js';
import type { NotificationKind, NotificationTarget } from './alert.js';

/** One for a person, an item and a kind (contract section 9, rule 5): an item is of one school, a person once a member of it. */
@Entity('notifications')
@Unique('notifications_once_key', ['schoolId', 'targetType', 'targetId', 'kind', 'membershipId'])
@Index('notifications_list_idx', ['membershipId', 'createdAt'])
@Index('notifications_age_idx', ['createdAt'])
export class Notification {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  @Index('notifications_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'notifications_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'notifications_reader_fkey' })
  membershipId: string;

  @Column('text')
  kind: NotificationKind;

  @Column('text')
  title: string;

  /** Plain text. */
  @Column('text', { nullable: true })
  body: string | null;

  @Column('text')
  targetType: NotificationTarget;

  /** As the outside knows it: an occurrence's is no uuid. */
  @Column('text')
  targetId: string;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  readAt: Date | null;

  /** UTC; 180 days later it is no longer there. */
  @Column('timestamptz')
  createdAt: Date;
}

/**
 * The outbox: a mail that a notification is owed, written in the transaction that made the notification. Its id names
 * the mail (Message-ID), so that whoever gets it twice can tell.
 */
@Entity('mail_deliveries')
@Unique('mail_deliveries_notification_key', ['schoolId', 'notificationId'])
@Index('mail_deliveries_due_idx', ['dueAt'], { where: `state = 'waiting'` })
@Index('mail_deliveries_dead_idx', ['createdAt'], { where: `state = 'dead'` })
@Check('mail_deliveries_state_check', `state in ('waiting', 'sent', 'dead', 'dropped')`)
export class MailDelivery {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'mail_deliveries_pkey' })
  @Index('mail_deliveries_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_deliveries_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'mail_deliveries_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Notification, { onDelete: 'CASCADE', name: 'mail_deliveries_notification_fkey' })
  notificationId: string;

  @Column('text', { default: 'waiting' })
  state: MailState;

  /** Begun, whether or not they came to an end. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** UTC: not tried before. Whoever tries moves it on first, so that nobody else does and a crash loses nothing. */
  @Column('timestamptz')
  dueAt: Date;

  /** The kind of the last failure, never an address. */
  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** UTC: when it was sent, died or was dropped. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}

/** Whether a member wants alerts by mail, and the credential of the unsubscribe address in each of them (RFC 8058). */
@Entity('mail_choices')
@RetiringKey('mail_choices_member_key', ['membershipId'])
@Unique('mail_choices_token_key', ['token'])
export class MailChoice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_choices_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'mail_choices_member_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_choices_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'mail_choices_school_fkey' })
  schoolId: string;

  @Column('text')
  token: string;

  /** UTC; null while alerts are mailed. */
  @Column('timestamptz', { nullable: true })
  unsubscribedAt: Date | null;
}
