import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPublisher, KINDS, type TestPublisher } from '../../support/publisher.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const years = (count: number): number[] => Array.from({ length: count }, (_, at) => 2000 + at);
const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe.each(KINDS)('An audience that is sent with %s', (kind) => {
  let admin: TestPublisher;
  beforeEach(async () => {
    admin = await aPublisher(t, kind);
  });
  const create = (audience: object) => admin.create({ audience });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['null', null],
    ['an empty list', []],
    ['one that is no list', 2030],
    ['1899', [1899]],
    ['2200', [2200]],
    ['half a year', [2030.5]],
    ['a year as text', ['2030']],
    ['51', years(51)],
  ])('fails for graduation years with %s', async (_what, graduation_years) => {
    expectInvalid(await create({ type: 'graduation_years', graduation_years }), 'audience.graduation_years');
    expect(await admin.list()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['null', null],
    ['an empty list', []],
    ['one that is no list', randomUUID()],
    ['a malformed id', ['tigers']],
    ['101', ids(101)],
  ])('fails for organizations with %s', async (_what, organization_ids) => {
    expectInvalid(await create({ type: 'organizations', organization_ids }), 'audience.organization_ids');
    expect(await admin.list()).toEqual([]);
  });

  it('fails with a wrong list that its type has no use for, and says which list it needs', async () => {
    expectInvalid(await create({ type: 'school', graduation_years: 'all' }), 'audience.graduation_years');
    expectInvalid(await create({ type: 'admins', organization_ids: ['x'] }), 'audience.organization_ids');
    const { body } = await create({ type: 'graduation_years' });
    const said = (body.error.fields as { message: string }[]).map(({ message }) => message);
    expect(said.join()).toContain('graduation_years is missing');
  });

  it('takes fifty years, the earliest and the last among them, and a hundred organizations', async () => {
    const graduation_years = [1900, 2199, ...years(48)];
    expect((await create({ type: 'graduation_years', graduation_years })).status).toBe(201);
    expectError(await create({ type: 'organizations', organization_ids: ids(100) }), 404, 'not_found');
  });

  it('loses what its type has no use for, and what is said twice', async () => {
    const { id: team } = await admin.anOrganization();
    const everything = { graduation_years: [2031, 2030, 2031], organization_ids: [team, team] };
    const kept = async (type: string): Promise<object> => {
      const id = await admin.anItem({ audience: { type, ...everything } });
      const [row] = await t.dataSource.query<[object]>(
        `select audience_years as years, audience_organization_ids as organizations from ${kind} where id = $1`,
        [id],
      );
      return row;
    };
    expect([
      await kept('school'),
      await kept('admins'),
      await kept('graduation_years'),
      await kept('organizations'),
    ]).toEqual([
      { years: [], organizations: [] },
      { years: [], organizations: [] },
      { years: [2031, 2030], organizations: [] },
      { years: [], organizations: [team] },
    ]);
  });

  it('names an organization once, in whatever case its id is written', async () => {
    const { id: team } = await admin.anOrganization();
    const create = (...organization_ids: string[]) =>
      admin.create({ audience: { type: 'organizations', organization_ids } });
    for (const ids of [[team, team.toUpperCase()], [team.toUpperCase()]])
      expect((await create(...ids)).status).toBe(201);
    expectError(await create(team, randomUUID().toUpperCase()), 404, 'not_found');
  });

  it('takes null for the list that its type has no use for', async () => {
    const audience = { type: 'school', graduation_years: null, organization_ids: null };
    expect((await create(audience)).status).toBe(201);
  });
});
