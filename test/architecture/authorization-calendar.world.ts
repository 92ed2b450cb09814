import { randomUUID } from 'node:crypto';
import { TestCalendar } from '../support/a-calendar.js';
import type { TestOrganization } from '../support/an-organization.js';
import type { TestMember, TestSchool } from '../support/a-school.js';
import type { TestApp } from '../support/test-app.js';
import type { World } from './authorization-world.js';

/** A single event and a series of each kind, all of them asked for by way of this school. */
export async function calendarsOf(
  t: TestApp,
  school: TestSchool,
  otherSchool: TestSchool,
  organization: TestOrganization,
): Promise<World['ids']> {
  const own = new TestCalendar(t, school, (await school.admin('junior_admin')).token);
  const other = new TestCalendar(t, otherSchool, (await otherSchool.admin('junior_admin')).token);
  const everyone = { audience: { type: 'school' } };
  const kinds: [target: string, calendar: TestCalendar, given: object][] = [
    ["everyone's event", own, everyone],
    ["the organization's event", own, { ...everyone, organization_id: organization.id }],
    ["the admins' event", own, { audience: { type: 'admins' } }],
    ["another school's event", other, everyone],
  ];
  const unknown = { 'invented event': randomUUID(), 'malformed event': 'picnic' };
  const ids = { eventId: { ...unknown }, seriesId: { ...unknown }, schoolId: {} } as World['ids'];
  for (const [target, calendar, given] of kinds) {
    ids.eventId![target] = await calendar.anEvent(given);
    ids.seriesId![target] = await calendar.aSeries({ ...given, rrule: 'FREQ=WEEKLY;COUNT=2' });
  }
  for (const target of Object.keys(ids.eventId!)) ids.schoolId![target] = school.id;
  return ids;
}

/** A subscription each, of parents of this school. */
export async function subscriptionsOf(
  t: TestApp,
  school: TestSchool,
  owners: Record<string, TestMember>,
): Promise<World['ids']> {
  const ids = {
    subscriptionId: { 'invented event': randomUUID(), 'malformed event': 'mine' },
    schoolId: {},
  } as World['ids'];
  for (const [target, { token }] of Object.entries(owners)) {
    const { body } = await t.api.post(`/schools/${school.id}/calendar/subscriptions`, { token });
    ids.subscriptionId![target] = body.subscription.id as string;
    ids.schoolId![target] = school.id;
  }
  return ids;
}
