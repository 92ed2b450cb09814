import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OperatorExportService } from '../../src/features/person/operator-export.service.js';
import { makeMonths } from '../../src/platform/database/monthly-partitions.js';
import { NO_PROGRESS } from '../../src/platform/import-report.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { WholeLife } from '../support/whole-life.factory.js';
import { typesAt } from '../support/schools/backups.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  // A command reads the key that the service has: in one process they share what checks tokens.
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
  school = await aSchool(t);
});
afterAll(() => t.close());

const typed = (email: string, ...options: string[]) =>
  typesAt(t.databaseUrl, '/nonexistent', ['person', 'export', '--email', email, ...options]);
const exported = (email: string) => typed(email, '--json');

const HOUR = 3_600_000;

/** More than are read at once, in an order of their own. */
async function manyRecords({ person }: WholeLife): Promise<void> {
  const { membershipId, userId } = person;
  await t.dataSource.query(
    `insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
     select school_id, membership_id, kind, n || ' "of many"' || chr(10), target_type, n, created_at - n * interval '1 minute'
     from notifications, generate_series(1, 150) n where membership_id = $1`,
    [membershipId],
  );
  // The last ones may be of the next month.
  const now = Date.now();
  await makeMonths(t.dataSource.manager, 'disclosures', [new Date(now), new Date(now + 100 * HOUR)]);
  await t.dataSource.query(
    `insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation,
       resource_id, unmasked, count, last_at)
     select school_id, subject, subject_id, since + n * interval '1 hour', reader_membership_id, reader_role, operation,
       resource_id, unmasked, n, last_at + n * interval '1 hour'
     from disclosures, generate_series(1, 100) n where subject_id = $1`,
    [membershipId],
  );
  // One page, and nothing after it.
  await t.dataSource.query(
    `insert into user_sessions (user_id, created_at, expires_at)
     select $1, now() - n * interval '1 minute', now() from generate_series(1, 48) n`,
    [userId],
  );
}

describe('person export', () => {
  it('needs an email', async () => {
    expect((await typesAt(t.databaseUrl, '/nonexistent', ['person', 'export'])).status).toBe(2);
  });

  it('says that nothing is held on a stranger', async () => {
    expect(await exported('nobody@example.org')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Nothing is held on anyone with this email.\n',
    });
  });

  it('returns what the person gets, however the email is written and however much there is', async () => {
    const life = await WholeLife.begin(t);
    await manyRecords(life);
    const { body: own } = await t.api.get('/me/export', { token: life.person.token });
    const { status, json, stdout } = await exported(` ${life.email.toUpperCase()} `);
    expect(status).toBe(0);
    const { on_file, ...document } = json;
    expect(document).toEqual({ ...own, exported_at: expect.any(String) });
    expect(Object.keys(document)).toEqual(Object.keys(own));
    expect([own.notifications.length, own.disclosures.length, own.sessions.length]).toEqual([151, 101, 50]);
    expect(Object.keys(on_file)).toEqual([
      'guardian_records',
      'student_records',
      'staff_records',
      'invitations',
    ]);
    expect(stdout).toBe(`${JSON.stringify(json)}\n`);
  });

  it('returns the same for a person to read, a line for each value', async () => {
    const { email } = await school.parent();
    const { json } = await exported(email);
    const { stdout } = await typed(email);
    const shown = JSON.parse(stdout) as object;
    expect(shown).toEqual({ ...json, exported_at: expect.any(String) });
    expect(stdout).toBe(`${JSON.stringify(shown, null, 2)}\n`);
  });

  it('describes one moment, whatever is written while it is read', async () => {
    const { person, email } = await WholeLife.begin(t);
    const held: Record<string, unknown[]> = {};
    await t.app.get(OperatorExportService, { strict: false }).run(
      email,
      async (members) => {
        for await (const [name, value] of members) {
          if (name === 'account')
            await t.dataSource.query('delete from notifications where membership_id = $1', [
              person.membershipId,
            ]);
          if (Symbol.asyncIterator in Object(value))
            for await (const record of value as AsyncIterable<object>) (held[name] ??= []).push(record);
        }
      },
      NO_PROGRESS,
    );
    expect(held.notifications).toHaveLength(1);
  });

  it('includes what schools have on file of people who never signed in', async () => {
    const student = await school.student({ email: 'Ada@school.example' });
    const guardian = await school.guardian(student, { email: 'grandma@example.org', firstName: 'Grandma' });
    const other = await school.guardian(student, { email: 'other@example.org', firstName: 'Other' });
    const { json, stdout } = await exported('grandma@example.org');
    expect(json.on_file.guardian_records).toMatchObject([{ id: guardian.id, phone: '+1 555 0100' }]);
    expect(stdout).not.toContain(other.email!);
    expect((await exported('ada@school.example')).json.on_file.student_records).toMatchObject([
      { id: student.id },
    ]);
  });
});
