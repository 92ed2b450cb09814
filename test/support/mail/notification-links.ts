import { expect } from '@jest/globals';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import type { NotificationTarget } from '../../../src/features/alerts/alert.js';
import type { ApiAnswer } from '../api-client.js';
import { aNotification } from '../notification.factory.js';
import type { TestMember } from '../school.factory.js';
import type { TestApp } from '../test-app.js';
import { tokenOf } from '../tokens.js';

type Link = ApiAnswer['body'];

export const gone = (unavailable_reason: string) => ({
  available: false,
  unavailable_reason,
  organization_id: null,
});

export const there = (organizationId: string | null = null) => ({
  available: true,
  unavailable_reason: null,
  organization_id: organizationId,
});

/** What notifications lead to. */
export function notificationLinks(app: () => TestApp) {
  /** Of the member's notification of this target, the one that there is or a new one. */
  const linkOf = async (
    member: TestMember,
    targetType: NotificationTarget,
    targetId: string,
  ): Promise<Link> => {
    const where = { membershipId: member.membershipId, targetType, targetId };
    const known = await app().dataSource.manager.findOneBy(Notification, where);
    const { id } = known ?? (await aNotification(app(), member, where));
    // Another token for each call: the clock may have been moved further than they last.
    return linkOfNotification(id, await tokenOf(app(), member));
  };

  const linkOfNotification = async (id: string, token: string): Promise<Link> => {
    const { status, body } = await app().api.get(`/notifications/${id}/link`, { token });
    expect(status).toBe(200);
    return body;
  };

  /** `available` is what the item's own read answers. */
  const expectAgreement = async (member: TestMember, link: Link): Promise<void> => {
    const path = (link.api_path as string).replace('/api/v1', '');
    const { status } = await app().api.get(path, { token: await tokenOf(app(), member) });
    expect(status).toBe(link.available ? 200 : 404);
  };

  return { linkOf, linkOfNotification, expectAgreement };
}
