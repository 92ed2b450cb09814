import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../account/user.entity.js';
import { School } from '../schools/school.entity.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/**
 * Choices and losses of a person who left a school: they hold again when the person comes back, and are removed from here
 * then.
 */
@Entity('member_departures')
export class MemberDeparture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'member_departures_pkey' })
  @ForeignKey(() => User, { onDelete: 'CASCADE', name: 'member_departures_user_fkey' })
  userId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'member_departures_pkey' })
  @Index('member_departures_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'member_departures_school_fkey' })
  schoolId: string;

  @Column('text')
  profileVisibility: ProfileVisibility;

  /** UTC: when they ended the mails; null while they had them. */
  @Column('timestamptz', { nullable: true })
  unsubscribedAt: Date | null;

  /** Token of the addresses by which they did. */
  @Column('text', { nullable: true })
  mailToken: string | null;

  /** Organizations that they may no longer edit because the right was revoked. */
  @Column('uuid', { array: true, default: '{}' })
  revokedOrganizationIds: string[];

  @Column('timestamptz')
  leftAt: Date;
}
