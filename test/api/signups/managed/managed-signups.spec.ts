import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Signup } from '../../../../src/features/signups/signup.entity.js';
import { DeletedItemsService } from '../../../../src/features/publishing/deleted-items.service.js';
import { SignupWritesRepository } from '../../../../src/features/signups/signup-writes.repository.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { anOrganization } from '../../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../../support/shared-refusals.js';
import { aSignup } from '../../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.member('junior_admin', { firstName: 'Zoe', lastName: 'Zeller' });
  parent = await school.parent({ firstName: 'Ada', lastName: 'Ames' });
});

const list = (by: TestMember = admin, query = '') =>
  t.api.get(`/schools/${school.id}/signups/managed${query}`, { token: by.token });
const titles = async (by: TestMember, query = ''): Promise<string[]> =>
  (await list(by, query)).body.signups.map(({ title }: { title: string }) => title).sort();
const get = (id: string, by: TestMember = admin) =>
  t.api.get(`/signups/${id}/management`, { token: by.token });
const csv = (id: string, by: TestMember = admin) =>
  t.api.get(`/signups/${id}/claims.csv`, { token: by.token });
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);

describe('GET /schools/{schoolId}/signups/managed', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/signups/managed` });

  it('refuses who manages nothing, and an unknown state', async () => {
    expectError(await list(parent, '?state=5'), 403, 'not_authorized');
    expectInvalid(await list(admin, '?state=gone'), 'state');
  });

  it('shows an admin all of the school, and an editor those of their organizations', async () => {
    const [chess, go] = [await anOrganization(t, school), await anOrganization(t, school)];
    await chess.grant(parent);
    await aSignup(t, school, {}, { title: 'School', audienceType: 'admins' });
    await aSignup(t, school, {}, { title: 'Chess', organizationId: chess.id });
    await aSignup(t, school, {}, { title: 'Go', organizationId: go.id });
    await aSignup(t, await aSchool(t), {}, { title: 'Elsewhere' });
    expect(await titles(admin)).toEqual(['Chess', 'Go', 'School']);
    expect(await titles(parent)).toEqual(['Chess']);
  });

  it('shows those in one state, and deleted ones only when they are asked for', async () => {
    const signups: Record<string, Partial<Signup>> = {
      draft: { opensAt: null },
      upcoming: { opensAt: inHours(1) },
      open: { closesAt: inHours(1), visibleUntil: inHours(2) },
      closed: { closesAt: inHours(-1) },
      gone: { visibleUntil: inHours(-1) },
      deleted: { deletedAt: inHours(-1) },
    };
    for (const [title, given] of Object.entries(signups)) await aSignup(t, school, {}, { title, ...given });
    expect(await titles(admin)).toEqual(['closed', 'draft', 'gone', 'open', 'upcoming']);
    for (const state of ['draft', 'upcoming', 'open', 'deleted'])
      expect(await titles(admin, `?state=${state}`)).toEqual([state]);
    expect(await titles(admin, '?state=closed')).toEqual(['closed', 'gone']);
  });
});

describe('GET /signups/{signupId}/management', () => {
  it('refuses whoever is no manager: 403 where they see it', async () => {
    expectError(await get((await aSignup(t, school, {})).id, parent), 403, 'not_authorized');
    const hidden = await aSignup(t, school, {}, { opensAt: inHours(1) });
    expectError(await get(hidden.id, parent), 404, 'not_found');
    expectError(await get(hidden.id, await (await aSchool(t)).admin()), 404, 'not_found');
  });

  it('says who has claimed what, with contacts as this manager sees them in the directory', async () => {
    const chess = await anOrganization(t, school);
    const editor = await school.parent({ firstName: 'Eve', lastName: 'Ebner' });
    await chess.grant(editor);
    const signup = await aSignup(
      t,
      school,
      { Cake: { capacity: 1, waitlistEnabled: true }, Table: {} },
      {
        organizationId: chess.id,
      },
    );
    await signup.claimed(parent, 'Table', { comment: 'Two metres' });
    await signup.claimed(parent, 'Cake');
    await signup.claimed(admin, 'Cake', { accept_waitlist: true });
    await t.dataSource.query(`update memberships set profile_visibility = 'name_only' where id = $1`, [
      parent.membershipId,
    ]);
    const claims = async (by: TestMember): Promise<unknown[][]> =>
      (await get(signup.id, by)).body.claims.map(
        ({ name, status, email, comment }: Record<string, unknown>) => [name, status, email, comment],
      );
    expect(await claims(admin)).toEqual([
      ['Ada Ames', 'confirmed', parent.email, null],
      ['Zoe Zeller', 'waitlisted', admin.email, null],
      ['Ada Ames', 'confirmed', parent.email, 'Two metres'],
    ]);
    expect((await claims(editor)).map(([, , email]) => email)).toEqual([null, admin.email, null]);
  });
});

describe('GET /signups/{signupId}/claims.csv', () => {
  it('refuses whoever is no manager', async () => {
    expectError(await csv((await aSignup(t, school, {})).id, parent), 403, 'not_authorized');
  });

  it('writes a row for each claim, with no formula in it', async () => {
    const signup = await aSignup(t, school, { '=1+1': { startsAt: inHours(24 * 400) } });
    await signup.claimed(parent, '=1+1', { quantity: 2, comment: '@home' });
    const { text, headers } = await csv(signup.id);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [heading, row] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(heading).toBe('Item,Starts at,Name,Email,Phone,Student,Places,State,Comment,Claimed at');
    expect(row).toMatch(/^'=1\+1,\d{4}-\d\d-\d\d \d\d:\d\d,Ada Ames,.*,2,confirmed,'@home,/);
  });

  it('names a student who has one name without a stray blank', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const child = await school.student({ firstName: '', lastName: 'Sukarno' });
    await signup.claimed(await school.parentOf(child), 'Cake', { student_id: child.id });
    expect((await csv(signup.id)).text).toContain(',Sukarno,1,confirmed,');
  });
});

describe('A deleted sign-up', () => {
  it('goes after 30 days, unless something was claimed in it or an import would bring it again', async () => {
    const deletedAt = inHours(-30 * 24);
    const made = { source: 'api', sourceId: null, deletedAt };
    await aSignup(t, school, { Cake: {} }, { ...made, title: 'old' });
    await aSignup(t, school, {}, { ...made, title: 'recent', deletedAt: inHours(-29 * 24) });
    await aSignup(t, school, {}, { title: 'imported', deletedAt });
    const claimed = await aSignup(t, school, { Cake: {} }, { ...made, title: 'claimed', deletedAt: null });
    await claimed.claimed(parent, 'Cake');
    await t.dataSource.query('update signups set deleted_at = $2 where id = $1', [claimed.id, deletedAt]);
    while (await t.app.get(DeletedItemsService).removeNext(t.app.get(SignupWritesRepository)));
    const rows = await t.dataSource.query<{ title: string }[]>(
      'select title from signups where school_id = $1 order by title',
      [school.id],
    );
    expect(rows.map(({ title }) => title)).toEqual(['claimed', 'imported', 'recent']);
  });
});
