import { randomUUID } from 'node:crypto';
import { Notification } from '../../src/features/alerts/notifications/notification.entity.js';
import { Membership } from '../../src/features/memberships/membership.entity.js';
import type { TestMember } from './school.factory.js';
import type { TestApp } from './test-app.js';

/** Of a notice that is not there, a moment ago, unless given. */
export async function aNotification(
  t: TestApp,
  { membershipId }: Pick<TestMember, 'membershipId'>,
  given: Partial<Notification> = {},
): Promise<Notification> {
  const { manager } = t.dataSource;
  const { schoolId } = await manager.findOneByOrFail(Membership, { id: membershipId });
  return manager.save(
    manager.create(Notification, {
      schoolId,
      membershipId,
      kind: 'notice_created',
      title: 'Snow day',
      targetType: 'notice',
      targetId: randomUUID(),
      createdAt: new Date(t.clock.now().getTime() - 1000),
      ...given,
    }),
  );
}
