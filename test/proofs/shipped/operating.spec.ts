import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import { zipped } from '../../imports/zip-file.js';
import { npmDesk } from '../../support/processes/npm-desk.js';
import { anOperator, type Operator } from '../../support/processes/operator.js';
import { startServiceProcess } from '../../support/processes/service-process.js';
import { commandsShown, runShown, type Ran } from '../../support/processes/shown-commands.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

const PAGE = 'docs/operating.md';
const SHOWN = commandsShown(PAGE);
const PASSWORD = 'a long password of hers';

describe('the operator’s guide, followed word for word', () => {
  let operator: Operator;
  let empty: TestDatabase;
  let other: TestDatabase;
  let npm: Awaited<ReturnType<typeof npmDesk>>;
  let ran: Ran[];
  const inFolder = (name: string): string => join(npm.folder, name);

  beforeAll(async () => {
    [operator, npm] = [await anOperator(), await npmDesk()];
    [empty, other] = [await createTestDatabase(), await createTestDatabase()];
    for (const name of ['desk', 'backups']) mkdirSync(inFolder(name));
    writeFileSync(inFolder('desk/export.zip'), anExport());
    await aDeadMail();
    ran = await runShown(SHOWN, { env: environment(), cwd: inFolder('desk') });
  }, 240_000);

  afterAll(async () => {
    await operator.drop();
    for (const each of [empty, other]) await each.drop();
    await npm.close();
  });

  /** What the page says is the reader's own. */
  const environment = (): Record<string, string> => ({
    PATH: [npm.folder, dirname(process.execPath), process.env.PATH].join(':'),
    DATABASE_URL: operator.databaseUrl,
    DATA_DIR: inFolder('data'),
    HEADS_PASSWORD: PASSWORD,
    MARIAS_PASSWORD: PASSWORD,
    BACKUPS: inFolder('backups'),
    EMPTY_DATABASE: empty.url,
    EMPTY_FOLDER: inFolder('restored'),
    OTHER_DATABASE: other.url,
    OTHER_FOLDER: inFolder('other'),
  });

  /** A mail that was given up before the reader came. */
  async function aDeadMail(): Promise<void> {
    await operator.types('school create --name Elm --short-name elm --time-zone America/New_York'.split(' '));
    await operator.types('membership add --school elm --email ada@example.org --role parent'.split(' '));
    await operator.dataSource.query(
      `with told as (insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
         select school_id, id, 'notice_created', 'News', 'notice', $1, now() from memberships returning *)
       insert into mails (school_id, notification_id, state, attempts, due_at, last_error, created_at, ended_at)
       select school_id, id, 'dead', 12, now(), 'connection', now(), now() from told`,
      [randomUUID()],
    );
  }

  const after = (sentence: string): Ran => ran.find((one) => one.sentence.includes(sentence))!;
  const rows = (sql: string): Promise<Record<string, unknown>[]> => operator.dataSource.query(sql);

  it('names no command that fails', () => {
    expect(ran.length).toBeGreaterThan(20);
    expect(ran.flatMap(({ failed, output }) => failed.map((one) => `${one}\n${output}`))).toEqual([]);
  });

  it('shows every block of commands on the page to the test', () => {
    const text = readFileSync(fromProjectRoot(PAGE), 'utf8');
    expect(SHOWN).toHaveLength(text.match(/^```sh/gm)!.length);
  });

  it('finds nothing wrong before the first school, nor with another key', () => {
    for (const sentence of ['Then the tables', 'The signing key is lost'])
      expect(after(sentence).output).not.toMatch(/^failed/m);
  });

  it('makes two schools, one from an export and one by hand', async () => {
    expect(after('By hand').output).toMatch(/lincoln +Lincoln School/);
    expect(
      await rows(
        `select short_name, (select count(*)::int from students where school_id = schools.id) as students
         from schools where short_name <> 'elm' order by 1`,
      ),
    ).toEqual([
      { short_name: 'lincoln', students: 1 },
      { short_name: 'north-school', students: 2 },
    ]);
  });

  it('lets the head hand over the second step, and the app its credentials', () => {
    expect(after('Who runs it').output).toContain('otpauth://totp/');
    expect(after('Through what').output).toMatch(/^client_id [\w-]+\nclient_secret \S+$/m);
  });

  it('lets the parent sign in and register, as the page has invited her', async () => {
    const [, id, secret] = /client_id (\S+)\nclient_secret (\S+)/.exec(after('Through what').output)!;
    const service = await startServiceProcess({
      DATABASE_URL: operator.databaseUrl,
      AUTH_SIGNING_KEY: operator.signingKey,
      DATA_DIR: inFolder('data'),
    });
    try {
      const post = async (path: string, authorization: string, body: object) => {
        const headers = { authorization, 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        return (await fetch(`${service.url}/api/v1${path}`, init)).json();
      };
      const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const person = { grant_type: 'password', email: 'maria.ruiz@example.org', password: PASSWORD };
      const { access_token } = (await post('/auth/token', basic, person)) as { access_token: string };
      expect(await post('/registration/confirm', `Bearer ${access_token}`, {})).toMatchObject({
        memberships: [{ role: 'parent', school_short_name: 'lincoln' }],
        linked_students: [{ relation: 'mother' }],
      });
    } finally {
      await service.stop();
    }
  });

  it('writes a backup, checks it, and restores all of it into an empty place', async () => {
    expect(statSync(inFolder('backups/monday.backup')).mode & 0o777).toBe(0o600);
    const [written, restored] = ['One file holds', 'For the real thing'].map(
      (sentence) => /^students +[0-9]+$/m.exec(after(sentence).output)?.[0],
    );
    expect(written).toMatch(/ 3$/);
    expect(restored).toBe(written);
    expect(after('Without `--into-empty`').output).toMatch(/monday.backup is whole: [0-9]+ rows/);
    expect(await empty.dataSource.query('select short_name from schools order by 1')).toHaveLength(3);
  });

  it('moves a school into another installation', async () => {
    expect(after('Third, restore').output).toMatch(/^students +1$/m);
    expect(after('Fourth, check').output).toMatch(/lincoln +Lincoln School/);
    expect(await other.dataSource.query('select short_name from schools')).toEqual([
      { short_name: 'lincoln' },
    ]);
  });

  it('sends the mail after all that was given up', async () => {
    expect(after('Mail was given up').output).toMatch(/^\S+ is waiting to be sent\.$/m);
    expect(await rows(`select state from mails where state = 'dead'`)).toEqual([]);
  });

  it('switches a feature off and on, and takes an application back', async () => {
    expect(after('What the school does not use').output).toContain('lunch_menus=off');
    expect(after('A part of the app is gone').output).toMatch(/lunch_menus=off[^]*lunch_menus=on/);
    expect(await rows('select name from applications where revoked_at is not null')).toEqual([
      { name: 'An old app' },
    ]);
  });
});

function anExport(): Buffer {
  const files = new OneRosterFiles().school('north', { name: 'North School' }).student('s1').student('s2');
  return zipped([...files.contents()].map(([name, content]) => ({ name, content })));
}
