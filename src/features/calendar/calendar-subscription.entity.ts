import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';

/** A standing address that a calendar app polls; what is behind it is what its owner may see now. */
@Entity('calendar_subscriptions')
@Unique('calendar_subscriptions_token_key', ['token'])
export class CalendarSubscription {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'calendar_subscriptions_pkey' })
  id: string;

  @Column('uuid')
  @Index('calendar_subscriptions_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'calendar_subscriptions_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('calendar_subscriptions_owner_idx')
  @ForeignKey(() => Membership, { onDelete: 'CASCADE', name: 'calendar_subscriptions_owner_fkey' })
  membershipId: string;

  @Column('text')
  name: string;

  /** The credential of the feed; shown to its owner in every list, so it cannot be a hash. */
  @Column('text')
  token: string;

  @Column('uuid', { nullable: true })
  @Index('calendar_subscriptions_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'calendar_subscriptions_organization_fkey' })
  organizationId: string | null;

  /** Names, compared without case; empty: every category. */
  @Column('text', { array: true, default: '{}' })
  categories: string[];

  @Column('text', { array: true, default: '{}' })
  tags: string[];

  @Column('timestamptz')
  createdAt: Date;

  /** Of what the feed was last made of, whichever process made it. */
  @Column('text', { nullable: true })
  feedDigest: string | null;

  /** UTC, whole seconds: when that was first seen. It rises with every change, also where something is taken away. */
  @Column('timestamptz', { nullable: true })
  feedChangedAt: Date | null;
}
