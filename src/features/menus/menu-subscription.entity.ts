import { Column, Entity } from 'typeorm';
import { Subscription } from '../subscriptions/subscription.entity.js';
import type { MealType } from './meal-type.js';

@Entity('menu_subscriptions')
export class MenuSubscription extends Subscription('menu_subscriptions') {
  /** Empty: every meal. */
  @Column('text', { array: true, default: '{}' })
  mealTypes: MealType[];
}
