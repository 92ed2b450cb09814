import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { embedding, HOUR, SchoolImages } from '../../support/files/embedded-images.js';
import { expectError } from '../../support/errors.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';

/** Addressed to the families of one year, of one organization, or to admins. */
type Addressed = { type: 'graduation_years' | 'organizations' | 'admins' };

let app: PhotoApp;
let school: TestSchool;
let images: SchoolImages;
let team: TestOrganization;
let admin: TestMember;
let editor: TestMember;
let ofTheYear: TestMember;
let onTheRoster: TestMember;
let stranger: TestMember;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  images = new SchoolImages(app.t, school);
  team = await anOrganization(app.t, school);
  [admin, editor, onTheRoster, stranger] = [
    await school.admin(),
    await school.parent(),
    await school.parent(),
    await school.parent(),
  ];
  ofTheYear = await school.parentOf(await school.student({ graduationYear: 2031 }));
  await (await anOrganization(app.t, school)).grant(editor);
  await team.addParent(onTheRoster);
});

const audience = ({ type }: Addressed) => ({
  audienceType: type,
  audienceYears: type === 'graduation_years' ? [2031] : [],
  audienceOrganizationIds: type === 'organizations' ? [team.id] : [],
});

/** What each of them is answered: admin, editor of another organization, parent of the year, of the team, stranger. */
const seenByAll = (id: string): Promise<number[]> =>
  Promise.all([admin, editor, ofTheYear, onTheRoster, stranger].map((person) => images.seen(person, id)));

const EVERYONE = [200, 200, 200, 200, 200];
const ADMINS = [200, 404, 404, 404, 404];
const BY_AUDIENCE: [Addressed['type'], number[]][] = [
  ['graduation_years', [200, 404, 200, 404, 404]],
  ['organizations', [200, 404, 404, 200, 404]],
  ['admins', ADMINS],
];
const NOBODY = [404, 404, 404, 404, 404];

async function ofACalendar() {
  const calendar = new TestCalendar(app.t, school, admin.token);
  const image = await images.row({ uploadedByMembershipId: admin.membershipId });
  return { calendar, image };
}

const asGiven = ({ type }: Addressed) => ({
  type,
  graduation_years: [2031],
  organization_ids: [team.id],
});

describe('GET /schools/:schoolId/images/:imageId/download-url', () => {
  refusesOutsidersOfTheSchool(() => app.t, {
    method: 'GET',
    path: (id) => `/schools/${id}/images/${randomUUID()}/download-url`,
  });

  it('knows no image invented, malformed, or of another school', async () => {
    const elsewhere = new SchoolImages(app.t, await aSchool(app.t));
    const foreign = await elsewhere.row();
    await elsewhere.notice(embedding(foreign));
    await images.notice(embedding(foreign));
    for (const id of [randomUUID(), 'mud', '%00', foreign])
      expectError(
        await app.t.api.get(`${images.path}/${id}/download-url`, { token: admin.token }),
        404,
        'not_found',
      );
  });

  it('shows one that nothing embeds to its uploader alone, for a day', async () => {
    const id = await images.row({ uploadedByMembershipId: editor.membershipId });
    expect(await seenByAll(id)).toEqual([404, 200, 404, 404, 404]);
    expect(await images.seen(editor, id.toUpperCase())).toBe(200);
    const old = new Date(app.t.clock.now().getTime() - 24 * HOUR);
    const gone = await images.row({ uploadedByMembershipId: editor.membershipId, unusedSince: old });
    expect(await images.seen(editor, gone)).toBe(404);
  });

  it('hides it even from its uploader while the item that embeds it is hidden from them', async () => {
    const id = await images.row({ uploadedByMembershipId: editor.membershipId });
    await images.document(embedding(id), audience({ type: 'admins' }));
    expect(await seenByAll(id)).toEqual(ADMINS);
  });

  it('takes no text for an image', async () => {
    const id = await images.row();
    await images.document(`<p>src="image:${id}" &lt;img src="image:${id}"</p>`);
    expect(await seenByAll(id)).toEqual(NOBODY);
  });

  it('shows an image that two items embed to who sees one of them', async () => {
    const id = await images.row();
    await images.document(embedding(id), audience({ type: 'organizations' }));
    await images.notice(embedding(id), audience({ type: 'graduation_years' }));
    expect(await seenByAll(id)).toEqual([200, 404, 200, 200, 404]);
  });

  it('tells nobody whether an image is hidden or not there', async () => {
    const id = await images.row();
    await images.notice(embedding(id), audience({ type: 'admins' }));
    const answer = (of: string) =>
      app.t.api.get(`${images.path}/${of}/download-url`, { token: stranger.token });
    const [hidden, invented] = [await answer(id), await answer(randomUUID())];
    expect(hidden.text).toBe(invented.text);
    expect([...hidden.headers.keys()].sort()).toEqual([...invented.headers.keys()].sort());
  });
});

describe('An image of a notice', () => {
  it('opens for everyone it is addressed to', async () => {
    const id = await images.row();
    await images.notice(embedding(id));
    expect(await seenByAll(id)).toEqual(EVERYONE);
  });

  it.each(BY_AUDIENCE)('for %s is not there for another audience', async (type, expected) => {
    const id = await images.row();
    await images.notice(embedding(id), audience({ type }));
    expect(await seenByAll(id)).toEqual(expected);
  });

  it('opens from its start until it expires; for who manages it always', async () => {
    const id = await images.row();
    app.t.clock.stopAt(app.t.clock.now().toISOString());
    const now = app.t.clock.now().getTime();
    const own = { organizationId: team.id, audienceType: 'school' as const };
    await team.grant(editor);
    await images.notice(embedding(id), {
      ...own,
      startsAt: new Date(now + 1),
      expiresAt: new Date(now + 1000),
    });
    const managersOnly = [200, 200, 404, 404, 404];
    expect(await seenByAll(id)).toEqual(managersOnly);
    app.t.clock.advance(1);
    expect(await seenByAll(id)).toEqual(EVERYONE);
    app.t.clock.advance(998);
    expect(await seenByAll(id)).toEqual(EVERYONE);
    app.t.clock.advance(1);
    expect(await seenByAll(id)).toEqual(managersOnly);
    app.t.clock.moveTo(new Date(now).toISOString());
  });

  it('follows the family: linked later they see it, and no longer when they are not', async () => {
    const id = await images.row();
    await images.notice(embedding(id), audience({ type: 'graduation_years' }));
    const pupil = await school.student({ graduationYear: 2031 });
    const guardian = await school.guardian(pupil, { membershipId: stranger.membershipId });
    expect(await images.seen(stranger, id)).toBe(200);
    await app.t.dataSource.query('delete from guardians where id = $1', [guardian.id]);
    expect(await images.seen(stranger, id)).toBe(404);
  });
});

describe('An image of a document', () => {
  it.each(BY_AUDIENCE)('for %s is not there for another audience', async (type, expected) => {
    const id = await images.row();
    await images.document(embedding(id), audience({ type }));
    expect(await seenByAll(id)).toEqual(expected);
  });

  it('opens for an editor of its organization, while the grant is live', async () => {
    const id = await images.row();
    await images.document(embedding(id), { ...audience({ type: 'admins' }), organizationId: team.id });
    expect(await images.seen(editor, id)).toBe(404);
    const grant = await team.grant(editor);
    expect(await images.seen(editor, id)).toBe(200);
    await app.t.dataSource.query('update organization_grants set revoked_at = now() where id = $1', [
      grant.id,
    ]);
    expect(await images.seen(editor, id)).toBe(404);
  });
});

describe('An image of the School Details', () => {
  it('opens for every member', async () => {
    const id = await images.row();
    await images.details(embedding(id));
    expect(await seenByAll(id)).toEqual(EVERYONE);
  });
});

describe('An image of an organization', () => {
  it('opens for every member, and once the organization is archived for admins', async () => {
    const id = await images.row({ uploadedByMembershipId: admin.membershipId });
    const { status } = await app.t.api.patch(`/organizations/${team.id}`, {
      token: admin.token,
      body: { description: embedding(id) },
    });
    expect([status, await seenByAll(id)]).toEqual([200, EVERYONE]);
    await team.archive();
    expect(await seenByAll(id)).toEqual(ADMINS);
  });
});

describe('An image of the calendar', () => {
  it.each(BY_AUDIENCE)('for %s is not there for another audience', async (type, expected) => {
    const { calendar, image } = await ofACalendar();
    await calendar.anEvent({ description: embedding(image), audience: asGiven({ type }) });
    expect(await seenByAll(image)).toEqual(expected);
  });

  it.each(BY_AUDIENCE)('in a series for %s is not there for another audience', async (type, expected) => {
    const { calendar, image } = await ofACalendar();
    await calendar.aSeries({ description: embedding(image), audience: asGiven({ type }) });
    expect(await seenByAll(image)).toEqual(expected);
  });

  it('in one occurrence that is for others is there for them', async () => {
    const { calendar, image } = await ofACalendar();
    const series = await calendar.aSeries({ audience: asGiven({ type: 'admins' }) });
    const one = await calendar.on(series, '2026-09-14');
    const given = { description: embedding(image), audience: asGiven({ type: 'organizations' }) };
    expect((await calendar.change(one, given)).status).toBe(200);
    expect(await seenByAll(image)).toEqual([200, 404, 404, 200, 404]);
  });
});
