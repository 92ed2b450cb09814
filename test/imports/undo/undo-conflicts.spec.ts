import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import type { UndoReport } from '../../../src/imports/undo/undo-report.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { TableDump } from './table-dump.js';
import { undo } from './undo-run.js';

/* What people have done since an import with what it brought: it stays, with all that belongs to it, and is named. */

let t: ImportApp;
let school: TestSchool;
let parent: TestMember;
let admin: TestMember;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-20T12:00:00Z');
  school = await aSchool(t);
  [parent, admin] = [await school.parent(), await school.admin()];
});

const dump = () => TableDump.of(t.dataSource);
async function bring(content: ContentFile): Promise<string> {
  const report = await t.bring(school.id, content);
  expect(report.errors).toEqual([]);
  t.clock.stopAt(new Date(t.clock.now().getTime() + 60_000).toISOString());
  return report.run_id!;
}
const idOf = async (table: string): Promise<string> => {
  const rows = await t.dataSource.query<{ id: string }[]>(`select id from ${table} where school_id = $1`, [
    school.id,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0]!.id;
};
const post = async (path: string, body: object, by = parent): Promise<void> => {
  const { status, text } = await t.api.post(path, { token: by.token, body });
  expect([status, status < 300 ? '' : text]).toEqual([expect.any(Number), '']);
};
const reasons = ({ conflicts }: UndoReport): string[] =>
  conflicts.map(({ type, reason }) => `${type} ${reason}`).sort();

/** The undo changes nothing, and says why. */
async function staysWhole(run: string, ...expected: string[]): Promise<void> {
  const before = await dump();
  const report = await undo(t, run);
  expect(reasons(report)).toEqual(expected);
  before.assertEqual(await dump());
}

const [OPENS, KEY] = ['2026-09-01T08:00:00Z', 'k'];
const POLL = {
  polls: [
    {
      key: KEY,
      title: 'Picnic',
      opens_at: OPENS,
      questions: [{ text: 'Where?', choices: ['Lake', 'Park'] }],
    },
  ],
};
const SIGNUP = {
  signups: [{ key: KEY, title: 'Sale', opens_at: OPENS, items: [{ title: 'Cake' }, { title: 'Tea' }] }],
};
const STUDENT = {
  students: [
    {
      ...{ source_id: 's', first_name: 'Ada', last_name: 'Park' },
      guardians: [
        {
          source_id: 'g',
          first_name: 'Ann',
          last_name: 'Park',
          email: 'ann@x.example',
          relation: 'mother' as const,
        },
      ],
    },
  ],
};
const CHESS = {
  organizations: [{ short_name: 'chess', kind: 'club' as const, name: 'Chess', students: ['s'] }],
};
const CATEGORY = { categories: [{ name: 'News', color: '#112233' }] };

async function answerPoll(): Promise<void> {
  const id = await idOf('polls');
  const { body } = await t.api.get(`/polls/${id}`, { token: parent.token });
  const [question] = body.questions as [{ id: string; choices: { id: string }[] }];
  await post(`/polls/${id}/respond`, {
    answers: [{ question_id: question.id, choice_id: question.choices[0]!.id }],
  });
}

async function claim(): Promise<void> {
  const [item] = await t.dataSource.query<{ id: string }[]>(
    'select id from signup_items where school_id = $1',
    [school.id],
  );
  await post(`/signups/${await idOf('signups')}/claims`, { item_id: item!.id, quantity: 1 });
}

describe('An item that somebody has answered since', () => {
  it.each([
    ['a poll', POLL, answerPoll, 'poll answered_since'],
    ['a sign-up', SIGNUP, claim, 'signup answered_since'],
  ])('stays whole where the run made it: %s', async (_, content, answer, reason) => {
    const run = await bring(content);
    await answer();
    await staysWhole(run, reason);
  });

  it.each([
    ['a poll', POLL, { polls: [{ ...POLL.polls[0]!, title: 'Outing' }] }, answerPoll, 'poll answered_since'],
    [
      'a sign-up',
      SIGNUP,
      { signups: [{ ...SIGNUP.signups[0]!, title: 'Bazaar' }] },
      claim,
      'signup answered_since',
    ],
  ])('stays whole where the run changed it: %s', async (_, content, changed, answer, reason) => {
    await bring(content);
    const run = await bring(changed);
    await answer();
    await staysWhole(run, reason);
  });

  it('goes back where it was answered before the run alone', async () => {
    await bring(SIGNUP);
    await claim();
    t.clock.stopAt('2026-09-20T12:30:00Z');
    const before = await dump();
    const { run_id } = await t.bring(school.id, { signups: [{ ...SIGNUP.signups[0]!, title: 'Bazaar' }] });
    expect(await undo(t, run_id!)).toMatchObject({ conflicts: [], changed: { signups: 1 } });
    before.assertEqual(await dump());
  });
});

describe('A student whom members have written about since', () => {
  it.each([
    [
      'a note',
      (id: string) => t.api.put(`/students/${id}/note`, { token: admin.token, body: { body: 'Flute' } }),
    ],
    ['a star', (id: string) => t.api.post(`/students/${id}/star`, { token: admin.token })],
    [
      'an entry on a list',
      async (id: string) => {
        const { body } = await t.api.post(`/schools/${school.id}/lists`, {
          token: admin.token,
          body: { name: 'Mine' },
        });
        return t.api.post(`/lists/${String(body.id)}/students`, {
          token: admin.token,
          body: { student_id: id },
        });
      },
    ],
  ])('stays with guardians, and leaves a team that goes: %s', async (_, write) => {
    const run = await bring({ ...STUDENT, ...CHESS });
    const answer = await write(await idOf('students'));
    expect(answer.status).toBeLessThan(300);
    const report = await undo(t, run);
    expect(reasons(report)).toEqual(['guardian below_conflict', 'student referred_to']);
    expect(report.removed).toEqual({ organizations: 1, organization_students: 1 });
  });

  it('stays with the guardian who has registered since', async () => {
    const run = await bring(STUDENT);
    const [ann] = await t.dataSource.query<{ id: string }[]>(
      `update guardians set membership_id = $1 where school_id = $2 returning id`,
      [parent.membershipId, school.id],
    );
    expect(ann).toBeDefined();
    await staysWhole(run, 'guardian changed_since', 'student referred_to');
  });

  it('goes where the service alone has moved something: coordinates, alerts, reminders', async () => {
    const before = await dump();
    const run = await bring({ ...STUDENT, ...POLL, ...SIGNUP });
    for (const [table, column] of [
      ['students', 'geocode_missed_at'],
      ['polls', 'reminded_at'],
      ['signup_items', 'last_reminder_at'],
      ['students', 'updated_at'],
    ])
      await t.dataSource.query(`update ${table} set ${column} = now() where school_id = $1`, [school.id]);
    expect((await undo(t, run)).conflicts).toEqual([]);
    before.assertEqual(await dump());
  });

  it('goes where it was mailed with buttons that nobody has pressed, and so does a member who had such a mail', async () => {
    const notice = { key: KEY, title: 'Mud', body: '<p>Boots</p>', acknowledge: true };
    const member = { email: `ina-${school.id}@x.example`, role: 'parent' as const };
    const run = await bring({
      members: [member],
      notices: [{ ...notice, expires_at: '2026-10-01T08:00:00Z' }],
    });
    await t.dataSource.query(
      `insert into answer_links (school_id, digest, address_digest, membership_id, notice_id, version, created_at)
       select m.school_id, m.id, m.id, m.id, n.id, n.acknowledge_version, now()
       from memberships m join notices n on n.school_id = m.school_id where m.school_id = $1`,
      [school.id],
    );
    const { conflicts, removed } = await undo(t, run);
    expect([conflicts, removed]).toMatchObject([[], { memberships: 1, notices: 1 }]);
  });

  it('stands in the report without a name or a contact', async () => {
    const run = await bring(STUDENT);
    await t.api.post(`/students/${await idOf('students')}/star`, { token: admin.token });
    const { conflicts } = await undo(t, run);
    const student = conflicts.find(({ type }) => type === 'student')!;
    expect(student).toEqual({
      ...{ type: 'student', id: await idOf('students'), source_id: 's', title: null, reason: 'referred_to' },
      message: `The student ${student.id} stays as it is: something was added to it since (stars).`,
    });
    expect(JSON.stringify(conflicts)).not.toMatch(/Ada|Park|ann@/);
  });
});

describe('What others name', () => {
  it('stays: a category of a notice, an organization in an audience', async () => {
    const run = await bring({ ...CATEGORY, ...STUDENT, ...CHESS });
    const chess = await idOf('organizations');
    const notice = { title: 'Mud', body: '<p>Boots.</p>', expires_at: '2026-10-20T00:00:00Z' };
    const audience = { type: 'organizations', organization_ids: [chess] };
    await post(
      `/schools/${school.id}/notices`,
      { ...notice, category_id: await idOf('categories'), audience },
      admin,
    );
    const report = await undo(t, run);
    expect(reasons(report)).toEqual(['category referred_to', 'organization referred_to']);
    expect(report.removed).toEqual({ guardians: 1, organization_students: 1, students: 1 });
  });

  it('stays: a member who has signed in since, and not one who was only told of something', async () => {
    const members = ['ina', 'leo'].map((name) => ({
      email: `${name}-${school.id}@x.example`,
      role: 'parent' as const,
    }));
    const run = await bring({ members });
    await t.dataSource.query(
      `insert into user_sessions (user_id, second_step_pending, created_at, expires_at)
       select id, false, now(), now() from users where email = $1`,
      [members[0]!.email],
    );
    await t.dataSource.query(
      `insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
       select $1, m.id, 'notice_created', 'Mud', 'notice', 'x', now() from memberships m join users u on u.id = m.user_id
       where u.email = $2`,
      [school.id, members[1]!.email],
    );
    const report = await undo(t, run);
    expect(reasons(report)).toEqual(['member below_conflict', 'user referred_to']);
    expect(report.removed).toEqual({ memberships: 1, users: 1, user_addresses: 1 });
  });
});

describe('What was made or removed by hand since', () => {
  it('stays as it is, and does not come back', async () => {
    await bring({ ...STUDENT, ...CATEGORY });
    const run = await bring({
      categories: [{ name: 'News', color: '#000000' }],
      students: [{ ...STUDENT.students[0]!, guardians: [] }],
    });
    await t.dataSource.query('delete from categories where school_id = $1', [school.id]);
    const report = await undo(t, run);
    expect(reasons(report)).toEqual(['category gone_since']);
  });

  it('stands in nobody’s way where the run made it and somebody has removed it', async () => {
    const before = await dump();
    const run = await bring(CATEGORY);
    await t.dataSource.query('delete from categories where school_id = $1', [school.id]);
    expect(await undo(t, run)).toMatchObject({ conflicts: [], removed: {} });
    before.assertEqual(await dump());
  });
});
