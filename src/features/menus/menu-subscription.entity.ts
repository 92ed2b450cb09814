import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Membership } from '../memberships/membership.entity.js';
import { School } from '../schools/school.entity.js';
import type { MealType } from './meal-type.js';

/** A standing address that a calendar app polls for menus. */
@Entity('menu_subscriptions')
@Unique('menu_subscriptions_token_key', ['token'])
export class MenuSubscription {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'menu_subscriptions_pkey' })
  id: string;

  @Column('uuid')
  @Index('menu_subscriptions_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'menu_subscriptions_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @Index('menu_subscriptions_owner_idx')
  @ForeignKey(() => Membership, { onDelete: 'CASCADE', name: 'menu_subscriptions_owner_fkey' })
  membershipId: string;

  @Column('text')
  name: string;

  /** The credential of the feed; shown to its owner in every list, so it cannot be a hash. */
  @Column('text')
  token: string;

  /** Empty: every meal. */
  @Column('text', { array: true, default: '{}' })
  mealTypes: MealType[];

  @Column('timestamptz')
  createdAt: Date;

  /** Of what the feed was last made of, whichever process made it. */
  @Column('text', { nullable: true })
  feedDigest: string | null;

  /** UTC, whole seconds: when that was first seen. */
  @Column('timestamptz', { nullable: true })
  feedChangedAt: Date | null;
}
