import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPublisher, KINDS } from '../../support/publisher.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const to = (...organization_ids: string[]): object => ({ type: 'organizations', organization_ids });

/** Audience is evaluated now, and not when an item was published (contract section 0.3). */
describe.each(KINDS)('The audience of %s', (kind) => {
  it('gains a family that is linked later, and loses one whose student is archived', async () => {
    const admin = await aPublisher(t, kind);
    const audience = { type: 'graduation_years', graduation_years: [2030] };
    const id = await admin.anItem({ audience });
    const child = await admin.school.student({ graduationYear: 2030 });
    const reader = admin.as(await admin.school.parent());
    expect(await reader.ids()).toEqual([]);
    await admin.school.guardian(child, { membershipId: reader.member.membershipId });
    expect(await reader.ids()).toEqual([id]);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [child.id]);
    expect(await reader.ids()).toEqual([]);
    expect((await reader.get(id)).status).toBe(404);
  });

  it('loses its editors with their grants, and everyone but admins with the organization', async () => {
    const admin = await aPublisher(t, kind);
    const team = await admin.anOrganization();
    const helper = await admin.school.parent();
    await team.addParent(helper);
    const editor = await admin.anEditor(team);
    const id = await editor.anItem({ organization_id: team.id });
    expect([await editor.ids(), await admin.as(helper).ids()]).toEqual([[id], [id]]);
    await t.dataSource.query('update organization_grants set revoked_at = now() where organization_id = $1', [
      team.id,
    ]);
    expect((await editor.get(id)).status).toBe(404);
    await team.archive();
    expect((await admin.as(helper).get(id)).status).toBe(404);
    expect((await admin.get(id)).status).toBe(200);
  });

  it('names organizations of the school alone', async () => {
    const admin = await aPublisher(t, kind);
    const foreign = await anOrganization(t, await aSchool(t));
    const { id } = await admin.anOrganization();
    expectError(await admin.create({ audience: to(id, foreign.id) }), 404, 'not_found');
    expect((await admin.create({ audience: to(id, id) })).status).toBe(201);
  });

  it('names an archived organization for admins alone, or one that was archived since', async () => {
    const admin = await aPublisher(t, kind);
    const [tigers, old] = [await admin.anOrganization(), await admin.anOrganization()];
    const editor = await admin.anEditor(tigers);
    const [ours, other] = [{ organization_id: tigers.id }, await admin.anOrganization()];
    const before = await admin.anItem({ ...ours, audience: to(other.id, old.id) });
    const without = await editor.anItem(ours);
    await old.archive();
    for (const id of [old.id, randomUUID()]) {
      expectError(await editor.create({ ...ours, audience: to(tigers.id, id) }), 404, 'not_found');
      expectError(await editor.change(without, { audience: to(id) }), 404, 'not_found');
    }
    for (const audience of [to(other.id, old.id), to(old.id, tigers.id), to(old.id.toUpperCase())])
      expect((await editor.change(before, { audience })).status).toBe(200);
    expect((await editor.change(before, { audience: to(tigers.id) })).status).toBe(200);
    expectError(await editor.change(before, { audience: to(old.id) }), 404, 'not_found');
    expect((await admin.create({ audience: to(old.id) })).status).toBe(201);
  });

  it('counts nothing while the feature is off', async () => {
    const admin = await aPublisher(t, kind);
    const team = await admin.anOrganization();
    await admin.anItem({ organization_id: team.id, audience: { type: 'school' } });
    const count = async (): Promise<number> =>
      (await t.api.get(`/organizations/${team.id}`, { token: admin.member.token })).body.counts[kind];
    expect(await count()).toBe(1);
    await admin.school.setFeatures({ document_library: false, notices: false });
    expect(await count()).toBe(0);
  });
});
