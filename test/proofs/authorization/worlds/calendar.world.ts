import { randomUUID } from 'node:crypto';
import { TestCalendar } from '../../../support/calendar.factory.js';
import type { TestOrganization } from '../../../support/organization.factory.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

/** Long ahead, so that everybody may answer. */
const ASKING = {
  ...{ starts_at: '2099-09-12T16:00:00Z', ends_at: '2099-09-12T18:00:00Z', rsvp: { by: 'person' } },
};

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
    ids.eventId![target] = await calendar.anEvent({ ...given, ...ASKING });
    ids.seriesId![target] = await calendar.aSeries({ ...given, rrule: 'FREQ=WEEKLY;COUNT=2' });
  }
  for (const target of Object.keys(ids.eventId!)) ids.schoolId![target] = school.id;
  return ids;
}

type Organizations = Record<
  'this organization' | 'another organization' | "another school's" | 'archived organization',
  TestOrganization
>;

/** A game over long ago of each organization; and this organization beside events that are not its own. */
export async function contestsOf(
  t: TestApp,
  school: TestSchool,
  otherSchool: TestSchool,
  organizations: Organizations,
): Promise<World['ids']> {
  const game = { starts_at: '2020-01-01T16:00:00Z', ends_at: '2020-01-01T17:00:00Z' };
  const ids = { eventId: {}, organizationId: {} } as World['ids'];
  for (const [target, { id: organization_id }] of Object.entries(organizations)) {
    const at = target === "another school's" ? otherSchool : school;
    const calendar = new TestCalendar(t, at, (await at.admin('junior_admin')).token);
    ids.eventId![target] = await calendar.anEvent({ ...game, organization_id });
    ids.organizationId![target] = organization_id;
  }
  ids.eventId!["another's event"] = ids.eventId!['another organization']!;
  Object.assign(ids.eventId!, {
    'an invented event': randomUUID(),
    'a malformed event': 'final',
    invented: randomUUID(),
    malformed: 'final',
  });
  for (const target of NOT_ITS_OWN) ids.organizationId![target] = organizations['this organization'].id;
  return ids;
}

const NOT_ITS_OWN = [
  "another's event",
  "everyone's event",
  "another school's event",
  'an invented event',
  'a malformed event',
];

/** A subscription each to the calendar and to menus, and an app password, of parents of this school or another, asked for by way of this. */
export async function subscriptionsOf(
  t: TestApp,
  school: TestSchool,
  owners: Record<string, TestMember & { school?: TestSchool }>,
): Promise<World['ids']> {
  const ids = {
    subscriptionId: { 'invented event': randomUUID(), 'malformed event': 'mine' },
    appPasswordId: { 'invented event': randomUUID(), 'malformed event': 'mine' },
    schoolId: {},
  } as World['ids'];
  for (const [target, { token, membershipId, school: at = school }] of Object.entries(owners)) {
    const { body } = await t.api.post(`/schools/${at.id}/calendar/subscriptions`, { token });
    const id = body.subscription.id as string;
    await t.dataSource.query(
      `insert into menu_subscriptions (id, token, membership_id, school_id, name, created_at)
       values ($1, $2, $3, $4, 'Menus', now())`,
      [id, body.subscription.token, membershipId, at.id],
    );
    await t.dataSource.query(
      `insert into app_passwords (id, digest, membership_id, school_id, name, created_at)
       values ($1::uuid, $1::uuid::text, $2, $3, 'Phone', now())`,
      [id, membershipId, at.id],
    );
    ids.subscriptionId![target] = id;
    ids.appPasswordId![target] = id;
    ids.schoolId![target] = school.id;
  }
  return ids;
}
