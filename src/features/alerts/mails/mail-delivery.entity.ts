import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { SameSchool, School } from '../../schools/school.entity.js';
import type { MailState } from '../../../platform/mail/outbox.js';
import { Notification } from '../notifications/notification.entity.js';

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
