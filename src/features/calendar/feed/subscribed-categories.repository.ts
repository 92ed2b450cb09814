import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lower, lowered } from './lowered-names.sql.js';

/** Categories in the filters of subscriptions, which have them by name. */
@Injectable()
export class SubscribedCategoriesRepository {
  async rename(manager: EntityManager, schoolId: string, from: string, to: string): Promise<void> {
    await manager.query(
      `update calendar_subscriptions s set categories = array(
         select case when ${lower('name')} = ${lower('$2')} then $3 else name end
         from unnest(s.categories) with ordinality as chosen(name, at) order by at)
       where s.school_id = $1 and ${lower('$2')} = any (${lowered('s.categories')})`,
      [schoolId, from, to],
    );
  }
}
