import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import type { TestMember } from '../school.factory.js';
import type { TestApp } from '../test-app.js';

/** What a member was told of events, as `kind id`. */
export async function eventNotificationsOf(t: TestApp, { membershipId }: TestMember): Promise<string[]> {
  const where = { membershipId, targetType: 'event' as const };
  const told = await t.dataSource.manager.findBy(Notification, where);
  return told.map(({ kind, targetId }) => `${kind} ${targetId}`).sort();
}

/** Everything is read, as by the member. */
export async function readEverything(t: TestApp, { membershipId }: TestMember): Promise<void> {
  await t.dataSource.manager.update(Notification, { membershipId }, { readAt: t.clock.now() });
}

/** Takes away what a member was told, to look at what comes next. */
export async function removeNotifications(t: TestApp, { membershipId }: TestMember): Promise<void> {
  await t.dataSource.manager.delete(Notification, { membershipId });
}
