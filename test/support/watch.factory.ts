import { Notification } from '../../src/features/alerts/notifications/notification.entity.js';
import type { WatchPayload } from '../../src/features/watch/watch.dto.js';
import { TestCalendar } from './calendar.factory.js';
import { aSchool, type TestMember, type TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';
import { tokenOf } from './tokens.js';

const LONG = { ttl: 400 * 86_400 };

/** A school, the calendar in the hands of an admin, and a parent with a watch. */
export interface TestWatch {
  school: TestSchool;
  calendar: TestCalendar;
  parent: TestMember;
  token: string;
  look: () => Promise<WatchPayload>;
}

export async function aWatch(t: TestApp, given: Parameters<typeof aSchool>[1] = {}): Promise<TestWatch> {
  const school = await aSchool(t, { name: 'Springfield', ...given });
  const parent = await school.parent();
  const token = await tokenOf(t, parent, LONG);
  const calendar = new TestCalendar(t, school, await tokenOf(t, await school.admin(), LONG));
  const look = async (): Promise<WatchPayload> => {
    const { status, body, text } = await t.api.get(`/schools/${school.id}/watch`, { token });
    if (status !== 200) throw new Error(text);
    return body as WatchPayload;
  };
  return { school, calendar, parent, token, look };
}

let count = 0;

/** One that is not read, unless given. */
export async function aNotification(
  { dataSource: { manager }, clock }: TestApp,
  { school, parent }: Pick<TestWatch, 'school' | 'parent'>,
  given: Partial<Notification> = {},
): Promise<void> {
  count += 1;
  await manager.insert(Notification, {
    schoolId: school.id,
    membershipId: parent.membershipId,
    kind: 'event_changed',
    title: 'Picnic',
    body: null,
    targetType: 'event',
    targetId: `${count}`,
    readAt: null,
    createdAt: clock.now(),
    ...given,
  });
}
