import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERASED, RETAINED } from '../../src/features/person/erased.sql.js';
import { aSchool } from '../support/school.factory.js';
import { FIRST_NAME, LAST_NAME, NOTE, PHONE, WholeLife } from '../support/whole-life.factory.js';
import { typesAt } from '../support/schools/backups.js';
import { expectError } from '../support/errors.js';
import { EveryRow } from '../support/database/every-row.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const dataDir = mkdtempSync(join(tmpdir(), 'person-erase-'));
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  // A command reads the key that the service has: in one process they share what checks tokens.
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const types = (...argv: string[]) => typesAt(t.databaseUrl, dataDir, ['person', ...argv]);
const erased = (email: string) => types('erase', '--email', email, '--confirm', '--json');

/** Rows that stay, and are not as they were. */
const REWRITTEN = {
  ...{
    attachments: 1,
    documents: 1,
    embedded_images: 1,
    event_results: 1,
    event_rsvps: 1,
    notices: 1,
    organization_photos: 1,
  },
  ...{ guardians: 1, permission_slip_responses: 1, poll_responses: 1, students: 1 },
};

describe('person erase', () => {
  it('needs an email', async () => {
    expect((await types('erase', '--confirm')).status).toBe(2);
  });

  it('erases nothing without --confirm, and says what would go', async () => {
    const { email } = await WholeLife.begin(t);
    const before = await EveryRow.of(t.dataSource);
    const shown = await types('erase', '--email', email, '--json');
    expect(shown).toMatchObject({ status: 2, stderr: 'Nothing was erased: add --confirm to do it.\n' });
    const lines = await types('erase', '--email', email);
    expect(lines.status).toBe(2);
    expect(lines.stdout).toMatch(/^would go +rows$/m);
    expect(lines.stdout).toMatch(/^notes +1$/m);
    expect(lines.stdout).toMatch(/^permission_slip_responses +1 +the school has it in writing/m);
    const after = await EveryRow.of(t.dataSource);
    expect([before.lackedBy(after), after.lackedBy(before)]).toEqual([{}, {}]);
    expect((await erased(email)).json).toEqual(shown.json);
  });

  it('refuses to leave a school without a senior admin, before anything', async () => {
    const school = await aSchool(t, { shortName: 'oak' });
    const senior = await school.admin();
    const before = await EveryRow.of(t.dataSource);
    const refusal = expect.stringMatching(/^sole_senior_admin: nobody else is senior admin of oak\. Make/);
    for (const confirm of [['--confirm'], []])
      expect(await types('erase', '--email', senior.email, ...confirm)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: refusal,
      });
    expect((await EveryRow.of(t.dataSource)).lackedBy(before)).toEqual({});
    await school.admin('junior_admin');
    const former = await school.admin();
    await school.deactivate(former);
    expect((await erased(senior.email)).status).toBe(1);
    await school.admin();
    expect((await erased(senior.email)).status).toBe(0);
    expect((await erased(former.email)).status).toBe(0);
  });

  it('takes everything of a whole life, counts it, and touches nothing else', async () => {
    const { email } = await WholeLife.begin(t);
    const before = await EveryRow.of(t.dataSource);
    const { status, json, stderr } = await erased(` ${email.toUpperCase()} `);
    expect([status, stderr]).toEqual([0, '']);
    const after = await EveryRow.of(t.dataSource);
    // The life has all that a life can have: what is new belongs into it.
    expect(Object.keys(json.erased).sort()).toEqual(Object.keys(ERASED).sort());
    expect(Object.keys(json.kept).sort()).toEqual(Object.keys(RETAINED).sort());

    const gone = Object.entries(after.lackedBy(before)).map(([table, rows]) => [table, rows.length]);
    const expected: Record<string, number> = { ...json.erased };
    for (const [table, rows] of Object.entries(REWRITTEN)) expected[table] = (expected[table] ?? 0) + rows;
    // Who waited has the place.
    expected['signup_claims']! += 1;
    expect(Object.fromEntries(gone)).toEqual(expected);
    // The photo goes with its two small pictures.
    const made = Object.entries(before.lackedBy(after)).map(([table, rows]) => [table, rows.length]);
    expect(Object.fromEntries(made)).toEqual({
      ...REWRITTEN,
      ...{ signup_claims: 1, notifications: 1, mails: 1, object_removals: 3 },
    });
  });

  it('leaves no word of the person but the name under what was signed', async () => {
    const { email, person } = await WholeLife.begin(t);
    const before = await EveryRow.of(t.dataSource);
    expect(before.holding(email, FIRST_NAME, LAST_NAME, PHONE, NOTE).length).toBeGreaterThan(20);
    await erased(email);
    const after = await EveryRow.of(t.dataSource);
    expect(after.holding(email, PHONE, NOTE)).toEqual([]);
    // In the audit trail, a number that leads to nobody any more.
    expect(after.holding(person.userId)).toEqual(['audit_entries.actor_id', 'audit_entries.item_id']);
    expect(after.holding(FIRST_NAME, LAST_NAME)).toEqual(['permission_slip_responses.signed_by_name']);
    // Of what others are told of their readers, of what the journal says for 30 days, and of the object that is to go: an id
    // that leads to nobody any more.
    expect(after.holding(person.membershipId)).toEqual([
      'audit_entries.membership_id',
      'changes.ids',
      'changes.item_id',
      'changes.membership_id',
      'disclosures.reader_membership_id',
      'object_removals.key',
    ]);
  });

  it('keeps what was signed for the school, without what leads to the person', async () => {
    const { email, school, slip, ada } = await WholeLife.begin(t);
    await erased(email);
    const [row] = await t.dataSource.query<Record<string, unknown>[]>(
      'select * from permission_slip_responses where slip_id = $1',
      [slip.id],
    );
    expect(row).toMatchObject({
      ...{ state: 'current', decision: 'granted', relation: 'mother', note: null },
      ...{ signed_by_name: `${FIRST_NAME} ${LAST_NAME}`, signed_at: expect.any(Date) },
      ...{ signed_by_membership_id: null, signed_by_user_id: null, account_email: null },
      ...{ ip_address: null, user_agent: null, session_id: null },
    });
    expect([row!['signature_image'], row!['signature_sha256']]).toEqual([null, null]);
    expect(await t.dataSource.query('select 1 from drawn_signatures')).toEqual([]);
    const senior = await school.admin();
    const { id } = slip;
    const response = `/permission-slips/${id}/responses/${String(row!['chain_id'])}/pdf`;
    expect((await t.api.get(response, { token: senior.token })).status).toBe(200);
    const father = await school.parentOf(ada);
    const { body } = await t.api.get(`/permission-slips/${id}`, { token: father.token });
    expect(JSON.stringify(body)).toContain(FIRST_NAME);
  });

  it('ends everything for the person at once', async () => {
    const { email, person } = await WholeLife.begin(t);
    expect((await t.api.get('/me', { token: person.token })).status).toBe(200);
    await erased(email);
    expectError(await t.api.get('/me', { token: person.token }), 401, 'not_authenticated');
    expect(await types('export', '--email', email, '--json')).toMatchObject({
      status: 1,
      stderr: 'Nothing is held on anyone with this email.\n',
    });
  });

  it('changes nothing the second time', async () => {
    const { email } = await WholeLife.begin(t);
    await erased(email);
    const before = await EveryRow.of(t.dataSource);
    expect(await erased(email)).toMatchObject({ status: 0, json: { erased: {}, kept: {} } });
    expect((await types('erase', '--email', email, '--confirm')).stdout).toBe(
      'Nothing is held on anyone with this email.\n',
    );
    expect((await EveryRow.of(t.dataSource)).lackedBy(before)).toEqual({});
  });
});
