import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { District } from '../../support/schools/district.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { EVERYTHING } from '../content/a-content-file.js';
import { OneRosterFiles } from '../oneroster/oneroster-files.js';
import { CHANGED } from './changed-content.js';
import { undo } from './undo-run.js';

/* Who hears of an undo: readers of the journal of each item, and nobody by a notification. */

let t: ImportApp;
let school: TestSchool;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-20T12:00:00Z');
  school = await aSchool(t);
});

const bring = async (content: ContentFile): Promise<string> => (await t.bring(school.id, content)).run_id!;
const count = async (table: string): Promise<number> => {
  const [row] = await t.dataSource.query<[{ n: number }]>(
    `select count(*)::int as n from ${table} where school_id = $1`,
    [school.id],
  );
  return row.n;
};
const toldOf = (membershipId: string) =>
  t.dataSource.query<unknown[]>('select * from notifications where membership_id = $1 order by id', [
    membershipId,
  ]);
/** Kinds that the undo has recorded, each with how many of them. */
async function recorded(runId: string): Promise<Record<string, number>> {
  const before = await count('changes');
  await undo(t, runId);
  const rows = await t.dataSource.query<{ kind: string; n: number }[]>(
    `select kind, count(*)::int as n from (select kind from changes where school_id = $1 order by sequence offset $2) news
     group by 1 order by 1`,
    [school.id, before],
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

describe('The journal', () => {
  it('says of each item that it is gone', async () => {
    const { membershipId } = await school.parent();
    const run = await bring(EVERYTHING);
    const told = await toldOf(membershipId);
    expect(told).toHaveLength(1);
    expect(await recorded(run)).toEqual({
      ...{ 'category.deleted': 2, 'document.deleted': 1, 'document.updated': 1, 'event.cancelled': 1 },
      ...{ 'grant.changed': 1, 'member.left': 2, 'menu.changed': 1, 'notice.deleted': 1 },
      ...{ 'organization.changed': 1, 'organization_roster.changed': 1, 'permission_slip.deleted': 1 },
      ...{ 'poll.deleted': 1, 'roster.changed': 1, 'series.cancelled': 1, 'signup.deleted': 1 },
      ...{ 'school.changed': 1, 'staff_member.changed': 2 },
    });
    expect(await toldOf(membershipId)).toEqual(told);
  });

  it('says of each item that it is otherwise, with whom it was and is addressed to', async () => {
    await bring(EVERYTHING);
    const run = await bring(CHANGED);
    const [soccer] = await t.dataSource.query<[{ id: string }]>(
      'select id from organizations where school_id = $1',
      [school.id],
    );
    expect(await recorded(run)).toMatchObject({
      ...{ 'category.changed': 1, 'category.deleted': 1, 'event.changed': 1, 'notice.updated': 1 },
      ...{ 'document.updated': 2, 'series.changed': 1, 'signup.edited': 1, 'poll.changed': 1 },
      ...{ 'organization.changed': 1, 'roster.changed': 1, 'me.changed': 1, 'menu.changed': 1 },
    });
    const [notice] = await t.dataSource.query<unknown[]>(
      `select audience, audience_before, membership_id from changes
       where school_id = $1 and kind = 'notice.updated' order by sequence desc limit 1`,
      [school.id],
    );
    const audience = { audienceType: 'organizations', organizationId: soccer.id };
    expect(notice).toMatchObject({
      audience,
      audience_before: { organizationId: null },
      membership_id: null,
    });
  });

  it('holds no name, no text and no contact of what was put back', async () => {
    await undo(t, await bring(EVERYTHING));
    const rows = await t.dataSource.query<{ row: string }[]>(
      'select to_jsonb(c)::text as row from changes c where school_id = $1',
      [school.id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/Park|Ines|example|Picnic|Boots/i);
  });
});

describe('An address that a family hides', () => {
  const files = (agents: string, phone = ''): OneRosterFiles =>
    new OneRosterFiles()
      .school('north')
      .student('s', { agentSourcedIds: agents, phone })
      .parent('p', { email: `p@${district.source}.example` });
  let district: District;
  let number = 0;
  beforeEach(() => void (district = new District(t, `hiding-${(number += 1)}`)));

  const shown = async (): Promise<{ visible: boolean; record: boolean[] }> => {
    const [row] = await t.dataSource.query<[{ visible: boolean; record: boolean[] }]>(
      `select s.address_visible as visible, array(
         select visible from visibility_changes v where v.student_id = s.id order by changed_at, visible) as record
       from students s join schools c on c.id = s.school_id where c.source = $1`,
      [district.source],
    );
    return row;
  };
  it('shows again with the link gone that hid it, and the record says when', async () => {
    await district.bring(files(''));
    const person = await district.account(`p@${district.source}.example`);
    await t.dataSource.query('update users set hides_address = true where id = $1', [person.userId]);
    const school = await district.schoolId('north');
    await t.dataSource.query(
      `insert into memberships (school_id, user_id, role, joined_at) values ($1, $2, 'parent', now())`,
      [school, person.userId],
    );
    const { run_id } = await district.bring(files('p'));
    expect(await shown()).toMatchObject({ visible: false, record: [false] });
    await undo(t, run_id!);
    expect(await shown()).toMatchObject({ visible: true, record: expect.arrayContaining([false, true]) });
  });

  it('stays hidden where somebody has chosen so since, whatever is put back', async () => {
    await district.bring(files('p'));
    const person = await district.registered(`p@${district.source}.example`);
    const { run_id } = await district.bring(files('', '+1 555 0100'));
    await t.dataSource.query('update users set hides_address = true where id = $1', [person.userId]);
    const report = await undo(t, run_id!);
    expect(report).toMatchObject({ returned: { guardians: 1 }, changed: { students: 1 }, conflicts: [] });
    expect(await shown()).toMatchObject({ visible: false });
  });
});
