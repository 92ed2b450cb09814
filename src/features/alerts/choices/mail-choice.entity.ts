import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import type { MailRhythms } from './mail-kinds.js';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';

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

  /** Kinds whose mails do not come at once. */
  @Column('jsonb', { default: {} })
  kinds: Partial<MailRhythms>;

  /** UTC; null while alerts are mailed. */
  @Column('timestamptz', { nullable: true })
  unsubscribedAt: Date | null;
}
