import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SchoolFeature } from '../../../src/policy/school-feature.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { embedding, SchoolImages } from '../../support/files/embedded-images.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let images: SchoolImages;
let team: TestOrganization;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  images = new SchoolImages(t, school);
  team = await anOrganization(t, school);
  [admin, parent] = [await school.admin(), await school.parent()];
});

const seenByBoth = (id: string): Promise<number[]> =>
  Promise.all([admin, parent].map((person) => images.seen(person, id)));
const [BOTH, NEITHER] = [
  [200, 200],
  [404, 404],
];

describe('A feature that is turned off', () => {
  it.each<[string, SchoolFeature, (id: string) => Promise<unknown>]>([
    ['a notice', 'notices', (id) => images.notice(embedding(id))],
    ['a document', 'document_library', (id) => images.document(embedding(id))],
    ['the School Details', 'document_library', (id) => images.details(embedding(id))],
    ['a poll', 'polls', (id) => aPoll(t, school, { description: embedding(id) })],
    ['a sign-up', 'signups', (id) => aSignup(t, school, { Cake: {} }, { description: embedding(id) })],
    ['a permission slip', 'signups', (id) => aPermissionSlip(t, school, { body: embedding(id) })],
    [
      'an event',
      'calendar',
      (id) => new TestCalendar(t, school, admin.token).anEvent({ description: embedding(id) }),
    ],
    [
      'a series',
      'calendar',
      (id) => new TestCalendar(t, school, admin.token).aSeries({ description: embedding(id) }),
    ],
  ])('hides the images of %s, from admins too, and no other', async (_, feature, embed) => {
    const [id, other] = [
      await images.row({ uploadedByMembershipId: admin.membershipId }),
      await images.row(),
    ];
    await embed(id);
    await t.dataSource.query('update organizations set description = $2 where id = $1', [
      team.id,
      embedding(other),
    ]);
    expect(await seenByBoth(id)).toEqual(BOTH);
    await school.setFeatures({ [feature]: false });
    expect([await seenByBoth(id), await seenByBoth(other)]).toEqual([NEITHER, BOTH]);
  });
});

describe('An image of a permission slip', () => {
  it('opens for whoever has the slip, while they have it, and for managers at any time', async () => {
    const id = await images.row({ uploadedByMembershipId: admin.membershipId, unusedSince: null });
    const seen = async (given: Parameters<typeof aPermissionSlip>[2]): Promise<number[]> => {
      await t.dataSource.query('delete from permission_slips');
      await aPermissionSlip(t, school, { body: embedding(id), ...given });
      return seenByBoth(id);
    };
    const now = t.clock.now();
    const onlyManagers = [200, 404];
    expect(await seen({})).toEqual(BOTH);
    expect(await seen({ audienceType: 'graduation_years', audienceYears: [2040] })).toEqual(onlyManagers);
    expect(await seen({ opensAt: new Date(now.getTime() + 60_000) })).toEqual(onlyManagers);
    expect(await seen({ visibleUntil: now })).toEqual(onlyManagers);
    expect(await images.seen(await (await aSchool(t)).admin(), id)).toBe(403);
  });
});
