import { Column, Entity, Index } from 'typeorm';
import { Organization } from '../../organizations/organization.entity.js';
import { SameSchool } from '../../schools/school.entity.js';
import { Subscription } from '../../subscriptions/subscription.entity.js';

@Entity('calendar_subscriptions')
export class CalendarSubscription extends Subscription('calendar_subscriptions') {
  @Column('uuid', { nullable: true })
  @Index('calendar_subscriptions_organization_idx')
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'calendar_subscriptions_organization_fkey' })
  organizationId: string | null;

  /** Names, compared without case; empty: every category. */
  @Column('text', { array: true, default: '{}' })
  categories: string[];

  @Column('text', { array: true, default: '{}' })
  tags: string[];
}
