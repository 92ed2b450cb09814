import { Check, Column, Entity, Index } from 'typeorm';
import { AuthoredItem } from '../publishing/published-item.entity.js';
import type { NoticeReach } from './notice-reach.js';

/** A time-bounded notice: shown from its start until it expires. */
@Entity('notices')
@Index('notices_organization_idx', ['organizationId'])
@Check('notices_reach_check', `reach in ('members', 'guardians')`)
@Index('notices_to_alert_idx', ['startsAt'], { where: 'alerted_at is null' })
export class Notice extends AuthoredItem('notices') {
  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text')
  body: string;

  /** UTC; hidden before. */
  @Column('timestamptz')
  startsAt: Date;

  /** UTC; gone from this moment on. */
  @Column('timestamptz')
  expiresAt: Date;

  @Column('boolean', { default: false })
  pinned: boolean;

  @Column('text', { default: 'members' })
  reach: NoticeReach;

  /** Its mail waits for no quiet hours. */
  @Column('boolean', { default: false })
  urgent: boolean;

  /** Answers to its mail go to its author. */
  @Column('boolean', { default: false })
  replyToAuthor: boolean;

  /** Where it asks to be acknowledged, the SHA-256 of title and body in hex: see `textVersion`. Null where it does not. */
  @Column('text', { nullable: true })
  acknowledgeVersion: string | null;

  /** UTC: when a manager last reminded those who had not acknowledged it. */
  @Column('timestamptz', { nullable: true })
  lastReminderAt: Date | null;

  /** UTC: when its one alert went out; null while its start lies ahead. */
  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;
}
