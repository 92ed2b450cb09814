import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SchoolFeature } from '../../src/access/school-feature.js';
import { aSchool, type TestMember, type TestSchool } from '../support/a-school.js';
import { TestCalendar } from '../support/a-calendar.js';
import { anOrganization, type TestOrganization } from '../support/an-organization.js';
import { embedding, SchoolImages } from '../support/embedded-images.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

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
