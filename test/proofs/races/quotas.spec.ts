import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anAttachment } from '../../support/attachment.factory.js';
import { upload } from '../../support/upload.factory.js';
import { expectError } from '../../support/errors.js';
import { insertRow } from '../../support/database/insert-row.js';
import { isFullRace, race, timeFor } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

/** Over two processes with `RACE_ROUNDS`. */
const AT_ONCE = isFullRace ? 300 : 40;
const LEFT = 5;
const MB = 1024 * 1024;
jest.setTimeout(timeFor(1, 60_000));

let app: PhotoApp;
let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  app = await startPhotoApp(startForRace);
  ({ t } = app);
});
afterAll(() => app.close());

const rows = async (sql: string, parameters: unknown[]): Promise<number> => {
  const [{ count }] = await t.dataSource.query<[{ count: number }]>(
    `select count(*)::int as count from ${sql}`,
    parameters,
  );
  return count;
};
const together = (ask: (at: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(at)));

function expectTaken(answers: ApiAnswer[], status: number, taken = LEFT): void {
  const refused = answers.filter((answer) => answer.status !== status);
  expect(refused).toHaveLength(AT_ONCE - taken);
  for (const answer of refused) expectError(answer, 409, 'conflict', 'limit_reached');
}

async function aParent(): Promise<void> {
  school = await aSchool(t);
  parent = await school.parent();
}

describe('the lists of a person', () => {
  const make = (): Promise<ApiAnswer> =>
    t.api.post(`/schools/${school.id}/lists`, { token: parent.token, body: { name: 'Friends' } });

  race('are 200 in a school, whatever comes at once, and one more when one has gone', async () => {
    await aParent();
    await t.dataSource.query(
      `insert into lists (school_id, owner_membership_id, name, created_at, updated_at)
       select $1, $2, 'Row', now(), now() from generate_series(1, 200 - $3::int)`,
      [school.id, parent.membershipId, LEFT],
    );
    const answers = await together(make);
    expectTaken(answers, 201);
    expect(await rows('lists where owner_membership_id = $1', [parent.membershipId])).toBe(200);
    const { id } = answers.find(({ status }) => status === 201)!.body as { id: string };
    expect((await t.api.delete(`/lists/${id}`, { token: parent.token })).status).toBe(204);
    expect((await make()).status).toBe(201);
    parent = await school.parent();
    expect((await make()).status).toBe(201);
  });
});

describe('the entries of a list', () => {
  race('are 2,000, students and parents together, whatever comes at once', async () => {
    await aParent();
    const made = await t.api.post(`/schools/${school.id}/lists`, {
      token: parent.token,
      body: { name: 'All' },
    });
    const listId = (made.body as { id: string }).id;
    await t.dataSource.query(
      `with student as (
         insert into students (school_id, source, source_id, first_name, last_name)
         select $1, 'row', n::text, 'Row', n::text from generate_series(1, 2000 - $3::int) n returning id)
       insert into list_students (school_id, list_id, student_id, added_at) select $1, $2, id, now() from student`,
      [school.id, listId, LEFT],
    );
    const students = await Promise.all(Array.from({ length: AT_ONCE / 2 }, () => school.student()));
    const parents = await Promise.all(Array.from({ length: AT_ONCE / 2 }, () => school.parent()));
    const answers = await together((at) =>
      at % 2 === 0
        ? t.api.post(`/lists/${listId}/students`, {
            token: parent.token,
            body: { student_id: students[at / 2]!.id },
          })
        : t.api.post(`/lists/${listId}/guardians`, {
            token: parent.token,
            body: { guardian_membership_id: parents[(at - 1) / 2]!.membershipId },
          }),
    );
    expect(answers.filter(({ status }) => status === 201 || status === 204)).toHaveLength(LEFT);
    for (const answer of answers.filter(({ status }) => status > 204))
      expectError(answer, 409, 'conflict', 'limit_reached');
    expect(
      (await rows('list_students where list_id = $1', [listId])) +
        (await rows('list_guardians where list_id = $1', [listId])),
    ).toBe(2_000);
    const again = await t.dataSource.query<[{ student_id: string }]>(
      'select student_id from list_students where list_id = $1 limit 1',
      [listId],
    );
    const { status } = await t.api.post(`/lists/${listId}/students`, {
      token: parent.token,
      body: { student_id: again[0].student_id },
    });
    expect(status).toBe(204);
  });
});

describe('the subscriptions of a person', () => {
  race('are 50 to calendars and menus of all schools, whatever comes at once', async () => {
    await aParent();
    const elsewhere = await aSchool(t);
    const there = await elsewhere.parent({}, parent);
    await t.dataSource.query(
      `insert into calendar_subscriptions (school_id, membership_id, name, token, categories, tags, created_at)
       select $1, $2, 'Row', gen_random_uuid()::text, '{}', '{}', now() from generate_series(1, 50 - $3::int)`,
      [elsewhere.id, there.membershipId, LEFT],
    );
    const answers = await together((at) =>
      t.api.post(`/schools/${school.id}/${at % 2 ? 'calendar' : 'menus'}/subscriptions`, parent),
    );
    expectTaken(answers, 201);
  });
});

describe('uploads that no item was saved with', () => {
  race('are 100 MB of a person, attachments and images together, whatever comes at once', async () => {
    await aParent();
    const admin = await school.admin();
    const bytes = 100 * MB - LEFT * 1_000;
    await anAttachment(t, school, admin, { entityType: 'notice', sizeBytes: bytes - 10 * MB });
    const now = t.clock.now();
    await insertRow(t.dataSource, 'embedded_images', {
      school_id: school.id,
      key: `images/${school.id}/row.png`,
      content_type: 'image/png',
      width: 1,
      height: 1,
      size_bytes: 10 * MB,
      uploaded_by_membership_id: admin.membershipId,
      uploaded_at: now,
      unused_since: now,
    });
    const file = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(991, 'x')]);
    const answers = await together(() => upload(t, school.id, admin.token, { bytes: file }));
    expectTaken(answers, 201);
    const other = await school.admin();
    expect((await upload(t, school.id, other.token, { bytes: file })).status).toBe(201);
  });

  it('count for a day', async () => {
    await aParent();
    const admin = await school.admin();
    const uploadedAt = new Date(t.clock.now().getTime() - 25 * 3_600_000);
    const elsewhere = await aSchool(t);
    const there = await elsewhere.parent({}, admin);
    await anAttachment(t, elsewhere, there, { entityType: 'notice', sizeBytes: 100 * MB, uploadedAt });
    expect((await upload(t, school.id, admin.token)).status).toBe(201);
  });
});
