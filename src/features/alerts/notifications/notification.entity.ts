import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../../memberships/membership.entity.js';
import { SameSchool, School } from '../../schools/school.entity.js';
import type { NotificationKind, NotificationTarget } from '../alert.js';

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

  /** Public id of the target: that of an occurrence is no uuid. */
  @Column('text')
  targetId: string;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  readAt: Date | null;

  /** UTC; 180 days later it is no longer there. */
  @Column('timestamptz')
  createdAt: Date;
}
