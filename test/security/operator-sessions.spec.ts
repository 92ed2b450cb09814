import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { sendDue } from '../support/mail/send-due.js';
import { aPersonWithPassword, aPersonWithTwoStep } from '../support/application.factory.js';
import { types } from '../support/processes/operator.js';
import { aSchool, type Person, type TestSchool } from '../support/school.factory.js';
import { fullRoster, readers } from '../support/http/readers.js';
import { tokenOf } from '../support/tokens.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

/* An operator who acts in somebody's name leaves a trace that this person sees. */

const REASON = 'She cannot see her lists';
let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startAppWithDataDir();
  Object.assign(process.env, { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: t.settings.signingKey });
  school = await aSchool(t, { locale: 'fr-FR', timeZone: 'Europe/Paris' });
});
afterAll(() => t.close());

const issue = (...more: string[]) => types(['token', 'issue', ...more]);
const issuedTo = async ({ email }: Person): Promise<string> =>
  (await issue('--email', email, '--reason', REASON)).stdout.trim();

async function mailsTo(email: string): Promise<string[]> {
  await sendDue(t.app);
  try {
    return readdirSync(join(t.settings.dataDir, 'mail'))
      .map((name) => readFileSync(join(t.settings.dataDir, 'mail', name), 'utf8'))
      .filter((mail) => mail.includes(`To: ${email}`));
  } catch {
    return [];
  }
}

const { lines, aFamily } = readers(() => t);

describe('token issue', () => {
  it.each([
    ['without a reason', []],
    ['with an empty one', ['--reason', ' ']],
    ['with one that is a letter', ['--reason', 'x'.repeat(201)]],
  ])('fails %s', async (_, reason) => {
    const person = await aPersonWithPassword(t);
    const answer = await issue('--email', person.email, ...reason);
    expect(answer).toMatchObject({ status: 2, stdout: '' });
  });

  it('fails for more than four hours, but in a test', async () => {
    const { email } = await aPersonWithPassword(t);
    const long = ['--email', email, '--reason', REASON, '--ttl', '14401'];
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      expect(await issue(...long)).toMatchObject({ status: 2, stdout: '' });
      expect(await issue(...long.slice(0, -1), '14400')).toMatchObject({ status: 0 });
    } finally {
      process.env.NODE_ENV = before;
    }
    const { exp = 0, iat = 0 } = decodeJwt((await issue(...long)).stdout.trim());
    expect(exp - iat).toBe(14_401);
  });
});

describe('A setting of tests that was left over', () => {
  const withEnvironment = async <T>(name: string, value: string, work: () => Promise<T>): Promise<T> => {
    const before = process.env[name];
    process.env[name] = value;
    try {
      return await work();
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  };

  it.each([
    ['SITE_URL', 'https://directory.lincoln.example'],
    ['DATABASE_URL', 'postgres://service@database.lincoln.example/directory'],
  ])('gives no more than four hours where %s is one of people', async (name, value) => {
    const long = ['--email', 'nobody@example.org', '--reason', REASON, '--ttl', '14401'];
    const answer = await withEnvironment(name, value, () => issue(...long));
    expect(answer).toMatchObject({ status: 2, stdout: '' });
    expect(answer.stderr).toContain('at most 14400 seconds');
  });
});

describe("What is read with an operator's token", () => {
  it('counts as read by the operator, by everybody whom it concerns', async () => {
    const { ada, parent, reader } = await aFamily();
    const token = await issuedTo(reader);
    expect((await t.api.get(`/students/${ada.id}`, { token })).status).toBe(200);
    expect(await lines(parent)).toEqual(['getStudent address operator 1', 'getStudent contact operator 1']);
  });

  it('counts towards the person in whose name it is read as well, who alone reads nothing of others', async () => {
    const { school: its, ada, parent } = await aFamily();
    const token = await issuedTo(parent);
    expect((await t.api.get(`/students/${ada.id}`, { token: parent.token })).status).toBe(200);
    expect(await lines(parent)).toEqual([]);
    for (const path of [`/students/${ada.id}`, fullRoster(its)])
      expect((await t.api.get(path, { token })).status).toBe(200);
    expect(await lines(parent)).toEqual(
      ['getStudent', 'listStudents'].flatMap((operation) =>
        ['address', 'contact'].map((subject) => `${operation} ${subject} operator 1`),
      ),
    );
  });
});

describe('The person in whose name an operator acts', () => {
  it('gets a mail where two-step verification is on: why, until when, and how to end it, which ends it', async () => {
    const person = await aPersonWithTwoStep(t);
    await school.parent({}, person);
    const token = await issuedTo(person);
    const [mail = '', ...more] = await mailsTo(person.email);
    expect(more).toEqual([]);
    const text = mail.replace(/=\r?\n/g, '');
    expect(text).toContain(REASON);
    const { sid } = decodeJwt(token);
    expect(text).toContain(`${t.settings.siteUrl}/account `);
    expect(text).toMatch(/annuaire scolaire/);
    expect(text).not.toContain(token);
    expect((await t.api.get('/me', { token })).status).toBe(200);
    expect(
      (await t.api.delete(`/me/sessions/${String(sid)}`, { token: await tokenOf(t, person) })).status,
    ).toBe(204);
    expect((await t.api.get('/me', { token })).status).toBe(401);
    const [left] = await t.dataSource.query<{ details: unknown }[]>(
      'select details from mails where user_id = $1',
      [person.userId],
    );
    expect(left?.details).toBeNull();
  });

  it('gets none where there is no second step to get around', async () => {
    const person = await aPersonWithPassword(t);
    await issuedTo(person);
    expect(await mailsTo(person.email)).toEqual([]);
  });
});
