import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../account/user.entity.js';
import { School } from '../schools/school.entity.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/** What somebody who left a school has chosen or lost there: it holds again when they come back, and is gone from here then. */
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

  /** Of the addresses by which they did. */
  @Column('text', { nullable: true })
  mailToken: string | null;

  /** Of which their right to edit was revoked. */
  @Column('uuid', { array: true, default: '{}' })
  revokedOrganizationIds: string[];

  @Column('timestamptz')
  leftAt: Date;
}
