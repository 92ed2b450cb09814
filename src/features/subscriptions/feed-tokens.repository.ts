import type { EntityManager } from 'typeorm';

/** Feeds and app passwords of a person, in all schools. */
export async function deleteFeedTokens(manager: EntityManager, userId: string): Promise<void> {
  for (const name of ['calendar_subscriptions', 'menu_subscriptions', 'app_passwords'])
    await manager.query(
      `delete from ${name} s using memberships m
       where m.user_id = $1 and s.school_id = m.school_id and s.membership_id = m.id`,
      [userId],
    );
}
