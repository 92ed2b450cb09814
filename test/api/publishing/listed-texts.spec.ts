import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

interface Kind {
  kind: string;
  table: string;
  text: string;
  least: object;
  /** Of the item, below `/api/v1`. */
  path?: (id: string) => string;
}

const WEEKLY = { local_start: '2026-09-07T15:30', duration_minutes: 60, rrule: 'FREQ=WEEKLY;COUNT=10' };
const KINDS: Kind[] = [
  {
    ...{ kind: 'notices', table: 'notices', text: 'body' },
    least: { body: '<p>Snow</p>', expires_at: '2026-09-15T12:00:00Z' },
  },
  { kind: 'documents', table: 'documents', text: 'description', least: {} },
  {
    ...{ kind: 'calendar/events', table: 'events', text: 'description' },
    least: { starts_at: '2026-09-07T15:00:00Z', ends_at: '2026-09-07T16:00:00Z' },
  },
  { kind: 'calendar/series', table: 'events', text: 'description', least: WEEKLY },
  {
    ...{ kind: 'polls', table: 'polls', text: 'description' },
    least: {
      ...{ results_visibility: 'always', anonymous: false },
      questions: [{ text: 'When?', choices: [{ text: 'May' }, { text: 'June' }] }],
    },
    path: (id) => `/polls/${id}/management`,
  },
  {
    ...{ kind: 'signups', table: 'signups', text: 'description' },
    least: { claim_per: 'person', claimant_visibility: 'names', items: [{ title: 'Cake' }] },
    path: (id) => `/signups/${id}/management`,
  },
];
const MB = 1024 * 1024;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe.each(KINDS)('Texts in the list of $kind', ({ kind, table, text, least, path }) => {
  let school: TestSchool;
  let [club, team]: TestOrganization[] = [];
  let [editor, admin]: TestMember[] = [];
  beforeEach(async () => {
    t.clock.moveTo('2026-09-01T12:00:00Z');
    school = await aSchool(t);
    [club, team] = [await anOrganization(t, school), await anOrganization(t, school)];
    [editor, admin] = [await school.parent(), await school.admin()];
    for (const organization of [club, team]) await organization.grant(editor);
  });

  const create = (member: TestMember, given: object): Promise<ApiAnswer> =>
    t.api.post(`/schools/${school.id}/${kind}`, {
      ...{ token: member.token },
      body: { title: 'Bake sale', organization_id: club!.id, ...least, ...given },
    });
  const change = (member: TestMember, id: string, body: object): Promise<ApiAnswer> =>
    t.api.patch(path?.(id) ?? `/schools/${school.id}/${kind}/${id}`, { token: member.token, body });
  const anItem = async (given: object = {}, member = editor!): Promise<string> => {
    const { status, body, text: said } = await create(member, given);
    if (status !== 201) throw new Error(said);
    return body.id as string;
  };
  /** One more item of the club has a text so long that the others may have so many bytes. */
  const fillUpTo = async (left: number, megabytes = 4): Promise<void> => {
    const id = await anItem({}, admin);
    const [{ bytes }] = await t.dataSource.query<[{ bytes: number }]>(
      `select coalesce(sum(octet_length(${text})), 0)::int as bytes from ${table} where $1 in (school_id, organization_id)`,
      [megabytes === 4 ? club!.id : school.id],
    );
    const ofIt = table === 'events' ? 'coalesce(series_id, id)' : 'id';
    await t.dataSource.query(
      `update ${table} set ${text} = repeat('x', $2) where ctid = (select ctid from ${table} where ${ofIt} = $1 limit 1)`,
      [id, Math.round(megabytes * MB - left - bytes)],
    );
  };
  const expectFull = (answer: ApiAnswer): void => expectError(answer, 409, 'conflict', 'limit_reached');
  const longer = `<p>${'y'.repeat(20_000)}</p>`;

  it('refuses more of an organization’s editor than 4 MB, new and changed', async () => {
    const id = await anItem({ [text]: '<p>Flour</p>' });
    await fillUpTo(10_000);
    expectFull(await create(editor!, { [text]: longer }));
    expectFull(await change(editor!, id, { [text]: longer }));
    expect((await create(editor!, { [text]: '<p>Sugar</p>' })).status).toBe(201);
    expect((await change(editor!, id, { [text]: '<p>Flour, eggs</p>' })).status).toBe(200);
  });

  it('refuses an item that comes from another organization, and leaves it where it was', async () => {
    const id = await anItem({ organization_id: team!.id, [text]: longer });
    await fillUpTo(10_000);
    expectFull(await change(editor!, id, { organization_id: club!.id }));
    const [row] = await t.dataSource.query<{ organization_id: string }[]>(
      `select organization_id from ${kind === 'calendar/series' ? 'event_series' : table} where id = $1`,
      [id],
    );
    expect(row!.organization_id).toBe(team!.id);
  });

  it('takes what is shorter, or says something else, of an organization that has more than that', async () => {
    const id = await anItem({ [text]: longer });
    await fillUpTo(0);
    expect((await change(editor!, id, { title: 'Cake sale' })).status).toBe(200);
    expect((await change(editor!, id, { [text]: '<p>Flour</p>' })).status).toBe(200);
  });

  it('lets another organization add to its own, and an admin up to 20 MB of the school', async () => {
    await fillUpTo(0);
    expect((await create(editor!, { organization_id: team!.id, [text]: longer })).status).toBe(201);
    expect((await create(admin!, { [text]: longer })).status).toBe(201);
    await fillUpTo(0, 20);
    expectFull(await create(admin!, { [text]: longer, organization_id: null }));
  });

  it('takes as much as fits of what comes at once', async () => {
    await fillUpTo(2.5 * (kind === 'calendar/series' ? 10 : 1) * longer.length);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(editor!, { [text]: longer })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  });
});
