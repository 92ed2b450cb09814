import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { Category } from '../../../src/features/categories/category.entity.js';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import { aPublisher, KINDS, type TestPublisher } from '../../support/publisher.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const EVERYONE = { audience: { type: 'school' } };

/** Documents and notices have one rule (contract section 5, rules 1 and 2). */
describe.each(KINDS)('Publishing %s', (kind) => {
  let admin: TestPublisher;
  let editor: TestPublisher;
  let [tigers, lions]: TestOrganization[] = [];
  beforeEach(async () => {
    admin = await aPublisher(t, kind);
    [tigers, lions] = [await admin.anOrganization(), await admin.anOrganization()];
    editor = await admin.anEditor(tigers);
  });

  const forTigers = (): object => ({ ...EVERYONE, organization_id: tigers!.id });
  /** As an editor has to: for whoever belongs to the organization. */
  const toTigers = (): object => ({ organization_id: tigers!.id });
  const forLions = (): object => ({ ...EVERYONE, organization_id: lions!.id });
  const revoke = async ({ member: { membershipId } }: TestPublisher, { id }: TestOrganization) => {
    await t.dataSource.manager.update(
      OrganizationGrant,
      { membershipId, organizationId: id },
      { revokedAt: t.clock.now() },
    );
    t.clock.advance(1);
  };

  it('answers 404 while the feature is off', async () => {
    const id = await admin.anItem();
    await admin.school.setFeatures({ document_library: false, notices: false });
    for (const answer of await everyCall(admin, id)) expectError(answer, 404, 'not_found');
  });

  it('refuses a parent: 403 where they see it, 404 where they do not', async () => {
    const parent = admin.as(await admin.school.parent());
    for (const organization_id of [null, tigers!.id])
      expectError(await parent.create({ organization_id }), 403, 'not_authorized');
    const [seen, hidden] = [await admin.anItem(), await admin.anItem({ audience: { type: 'admins' } })];
    expectError(await parent.change(seen, { title: 'Mine' }), 403, 'not_authorized');
    expectError(await parent.remove(seen), 403, 'not_authorized');
    for (const answer of await everyCall(parent, hidden)) expectError(answer, 404, 'not_found');
    expect((await admin.get(seen)).body.title).not.toBe('Mine');
  });

  it('asks whoever can publish nothing for their right before it looks at what they send', async () => {
    const former = await admin.school.parent();
    await tigers!.grant(former, { revokedAt: new Date('2026-08-31T00:00:00Z') });
    for (const member of [await admin.school.parent(), former])
      for (const body of [{}, [], { title: 5 }, { title: 'Mine', organization_id: randomUUID() }])
        expectError(await admin.as(member).send('POST', '', { body }), 403, 'not_authorized');
    expectInvalid(await editor.create({ title: 5 }), 'title');
  });

  it('knows no item of another school, no invented and no malformed one', async () => {
    const elsewhere = await (await aPublisher(t, kind)).anItem();
    for (const id of [elsewhere, randomUUID(), 'handbook', '%00'])
      for (const answer of await everyCall(admin, id)) expectError(answer, 404, 'not_found');
  });

  it('gives an editor no power over what is the whole school’s, or another organization’s', async () => {
    expectError(await editor.create(), 403, 'not_authorized');
    expectError(await editor.create({ organization_id: null }), 403, 'not_authorized');
    expectError(await editor.create(forLions()), 403, 'not_authorized');
    expectError(await editor.create({ organization_id: lions!.id }), 403, 'not_authorized');
    for (const id of [await admin.anItem(), await admin.anItem(forLions())]) {
      expectError(await editor.change(id, { title: 'Ours' }), 403, 'not_authorized');
      expectError(await editor.remove(id), 403, 'not_authorized');
    }
  });

  it('lets an editor create, change and delete for the organization of a live grant', async () => {
    const id = await editor.anItem(toTigers());
    expect((await editor.change(id, { title: 'Game' })).body.title).toBe('Game');
    expect((await editor.remove(id)).status).toBe(204);
    expectError(await admin.get(id), 404, 'not_found');
  });

  it('lets an editor read what is of their organization and addressed to others', async () => {
    const id = await admin.anItem({ organization_id: tigers!.id, audience: { type: 'admins' } });
    expect((await editor.get(id)).status).toBe(200);
    expect(await editor.ids()).toEqual([]);
    expect((await editor.change(id, { title: 'Game' })).status).toBe(200);
  });

  it('hands an item over only between organizations that the editor edits, and never to the school', async () => {
    const id = await admin.anItem(forTigers());
    expectError(await editor.change(id, { organization_id: lions!.id }), 403, 'not_authorized');
    expectError(await editor.change(id, { organization_id: null }), 403, 'not_authorized');
    const other = await admin.anEditor(lions!);
    expectError(await other.change(id, { organization_id: lions!.id }), 403, 'not_authorized');
    expect((await admin.get(id)).body.organization_id).toBe(tigers!.id);

    const both = await admin.anEditor(tigers!, lions!);
    expect((await both.change(id, { organization_id: lions!.id })).body.organization_id).toBe(lions!.id);
    expectError(await editor.change(id, { title: 'Ours' }), 403, 'not_authorized');
    expect((await admin.change(id, { organization_id: null })).body.organization_id).toBeNull();
    expectError(await both.change(id, { organization_id: tigers!.id }), 403, 'not_authorized');
  });

  it('refuses an editor the second write when the grant is revoked between the two', async () => {
    const id = await admin.anItem(forTigers());
    expect((await editor.change(id, { title: 'First' })).status).toBe(200);
    await revoke(editor, tigers!);
    const { body } = await admin.get(id);
    expectError(await editor.change(id, { title: 'Second' }), 403, 'not_authorized');
    expectError(await editor.remove(id), 403, 'not_authorized');
    expectError(await editor.create(toTigers()), 403, 'not_authorized');
    expect((await admin.get(id)).body).toEqual(body);
  });

  it('takes what one of two grants allows when the other one is revoked', async () => {
    const both = await admin.anEditor(tigers!, lions!);
    const id = await admin.anItem(forTigers());
    await revoke(both, lions!);
    expectError(await both.change(id, { organization_id: lions!.id }), 403, 'not_authorized');
    expect((await both.change(id, { title: 'Ours' })).status).toBe(200);
    await revoke(both, tigers!);
    expectError(await both.change(id, { title: 'No more' }), 403, 'not_authorized');
  });

  it.each([
    ['revoked', { revokedAt: new Date('2026-08-31T00:00:00Z') }],
    ['expired', { expiresAt: new Date('2026-09-01T00:00:00Z') }],
    ['not begun', { startsAt: new Date('2030-01-01T00:00:00Z') }],
  ])('refuses an editor whose grant is %s', async (_what, given) => {
    const former = await admin.school.parent();
    await tigers!.grant(former, given);
    expectError(await admin.as(former).create(forTigers()), 403, 'not_authorized');
    const id = await admin.anItem(forTigers());
    expectError(await admin.as(former).change(id, { title: 'Mine' }), 403, 'not_authorized');
  });

  it('goes on for an archived organization for admins only', async () => {
    const other = await admin.anEditor(tigers!, lions!);
    await tigers!.archive();
    expectError(await editor.create(toTigers()), 403, 'not_authorized');
    expectError(await other.create(toTigers()), 404, 'not_found');
    expect((await admin.create(forTigers())).status).toBe(201);
  });

  it('addresses what is an organization’s to that one, and anything else to the school', async () => {
    const [member, other] = [await admin.school.parent(), await admin.school.parent()];
    await tigers!.addParent(member);
    const ofTigers = await editor.anItem({ organization_id: tigers!.id });
    const ofSchool = await admin.anItem();
    expect((await admin.as(member).ids()).sort()).toEqual([ofTigers, ofSchool].sort());
    expect(await admin.as(other).ids()).toEqual([ofSchool]);
    expectError(await admin.as(other).get(ofTigers), 404, 'not_found');
    await admin.change(ofTigers, { organization_id: lions!.id });
    expect(await admin.as(member).ids()).toContain(ofTigers);
    await admin.change(ofTigers, { audience: null });
    expect(await admin.as(member).ids()).toEqual([ofSchool]);
  });

  it.each(['organization_id', 'category_id'])(
    'refers to what is there, and of the school: %s',
    async (field) => {
      const foreign = {
        organization_id: (await anOrganization(t, await aSchool(t))).id,
        category_id: (await aCategory((await aSchool(t)).id)).id,
      };
      // That the school has others helps no more.
      await aCategory(admin.school.id);
      const id = await admin.anItem();
      for (const value of [randomUUID(), foreign[field as keyof typeof foreign]]) {
        expectError(await admin.create({ [field]: value }), 404, 'not_found');
        expectError(await admin.change(id, { [field]: value }), 404, 'not_found');
      }
    },
  );

  it('refuses an image that is not there, and keeps nothing of the item', async () => {
    const field = kind === 'documents' ? 'description' : 'body';
    const text = { [field]: `<p>x</p><img src="image:${randomUUID()}" alt="">` };
    expectInvalid(await admin.create(text), field);
    expect(await admin.list()).toEqual([]);
    const id = await admin.anItem();
    expectInvalid(await admin.change(id, { title: 'New', ...text }), field);
    expect((await admin.get(id)).body.title).not.toBe('New');
  });

  it('alerts nobody of a change, not even those whom it is addressed to from now on', async () => {
    const parent = admin.as(await admin.school.parent());
    const id = await admin.anItem({ audience: { type: 'admins' } });
    await admin.change(id, { title: 'New', audience: { type: 'school' } });
    expect(await parent.ids()).toEqual([id]);
    expect(await t.dataSource.manager.countBy(Notification, { schoolId: admin.school.id })).toBe(0);
  });

  describe('with If-Match', () => {
    const match = async (id: string) => ({ 'if-match': (await admin.get(id)).headers.get('etag') ?? '' });

    it('refuses a change of what the caller has not seen', async () => {
      const id = await admin.anItem();
      const stale = await match(id);
      expect(stale['if-match']).toMatch(/^"/);
      t.clock.advance(1000);
      expect((await admin.change(id, { title: 'First' }, stale)).status).toBe(200);
      expectError(await admin.change(id, { title: 'Second' }, stale), 409, 'conflict', 'stale');
      expectError(await admin.remove(id, stale), 409, 'conflict', 'stale');
      expect((await admin.get(id)).body.title).toBe('First');
      expect((await admin.remove(id, await match(id))).status).toBe(204);
    });

    it('tells a parent that they may not before it tells that it is stale', async () => {
      const id = await admin.anItem();
      const parent = admin.as(await admin.school.parent());
      expectError(await parent.change(id, { title: 'Mine' }, { 'if-match': '"x"' }), 403, 'not_authorized');
    });

    it('lets one of ten at once through', async () => {
      const id = await admin.anItem();
      const headers = await match(id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => admin.change(id, { title: `Title ${i}` }, headers)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 409),
      ]);
    });
  });
});

const everyCall = async (publisher: TestPublisher, id: string): Promise<ApiAnswer[]> => [
  await publisher.get(id),
  await publisher.change(id, { title: 'Mine' }),
  await publisher.remove(id),
  await publisher.download(id, randomUUID()),
];

const aCategory = (schoolId: string): Promise<Category> =>
  t.dataSource.manager.save(
    t.dataSource.manager.create(Category, { schoolId, name: 'Forms', color: '#00FF00', position: 0 }),
  );
