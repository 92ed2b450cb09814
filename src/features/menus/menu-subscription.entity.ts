import type { MealType } from './meal-type.js';
import { Column, Entity } from 'typeorm';
import { Subscription } from '../subscriptions/subscription.entity.js';

@Entity('menu_subscriptions')
export class MenuSubscription extends Subscription('menu_subscriptions') {
  /** Empty: every meal. */
  @Column('text', { array: true, default: '{}' })
  mealTypes: MealType[];
}
