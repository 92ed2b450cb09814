import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SubscribedCategoriesRepository } from './subscribed-categories.repository.js';

@Injectable()
export class SubscribedCategories {
  constructor(private readonly categories: SubscribedCategoriesRepository) {}

  /** Lets subscriptions go on with a category that has another name now. */
  rename(manager: EntityManager, schoolId: string, from: string, to: string): Promise<void> {
    return this.categories.rename(manager, schoolId, from, to);
  }
}
