import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '../../../src/dev/embedded/postmaster.js';
import { freePort } from '../../support/processes/free-port.js';
import { readMail } from '../../support/mail/read-mail.js';
import { columnsOf } from '../../support/schools/school-moves.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBesideWithFullLog } from '../../support/processes/two-processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';
import { sightingsOf } from '../../architecture/privacy-canary/privacy-canary-calls.js';
import { aCanaryFamily, type Canaries } from '../../architecture/privacy-canary/privacy-canary-family.js';
import type { Group } from '../../architecture/privacy-canary/privacy-canary.table.js';

/*
 * The family of the other canary test, where nobody asks for an answer: whoever may calls every operation, the family itself
 * and an admin, and then everything is looked at that the service has written down or sent away. What waits to be sent
 * anywhere is in a table, or has been in one.
 */

/** Where the values are at home, and the evidence of a signature: the account that gave it, and the child's names of that day. */
const HOMES = [
  'guardians.email',
  'guardians.phone',
  'invitations.email',
  'lists.description',
  'lists.name',
  'memberships.phone',
  'notes.body',
  'permission_slip_response_students.signed_as',
  'permission_slip_responses.account_email',
  'students.address_city',
  'students.address_line1',
  'students.address_line2',
  'students.address_postal_code',
  'students.address_region',
  'students.email',
  'students.legal_first_name',
  'students.legal_last_name',
  'students.phone',
  'user_addresses.email',
  'users.email',
  'users.phone',
];

const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-canary-'));
let t: TestApp;
let service: ServiceProcess;
let metricsPort: number;
let family: Canaries;
beforeAll(async () => {
  t = await startTestApp({ dataDir });
  metricsPort = await freePort();
  service = await startBesideWithFullLog(t, {
    DATA_DIR: dataDir,
    METRICS_PORT: String(metricsPort),
  });
  family = await aCanaryFamily(t, 'admin', { hidden: true });
  const asked = { app: t.app, api: service.api, url: service.url };
  const sightings = await sightingsOf(asked, { ...family, viewer: family.guardian });
  expect(sightings['GET /me/export']).toEqual(expect.arrayContaining(['contact', 'private']));
  expect((await sightingsOf(asked, family))['GET /students/:studentId']).toContain('contact');
  const waiting = `select from mails where state = 'waiting'`;
  await poll(
    async () => ((await t.dataSource.query<object[]>(waiting)).length === 0 ? true : undefined),
    60_000,
  );
}, 180_000);
afterAll(async () => {
  await service.stop();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const seenIn = (text: string): Group[] =>
  family.seenIn({ status: 200, headers: new Headers(), body: null, text });

const mails = () =>
  readdirSync(join(dataDir, 'mail')).map((name) => {
    const { headers, text, html } = readMail(readFileSync(join(dataDir, 'mail', name)));
    return { to: headers.to ?? '', all: [...Object.entries(headers).flat(), text, html].join('\n') };
  });

describe('a family that hides contact and address', () => {
  it('appears in no line of the log, whatever is asked for and answered', async () => {
    expect(service.output().split('\n').length).toBeGreaterThan(200);
    expect(seenIn(service.output())).toEqual([]);
  });

  it('appears in no metric', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toContain('http_');
    expect(seenIn(text)).toEqual([]);
  });

  it('appears in no mail to anybody else, not even among the addresses, and its own names nobody but itself', () => {
    const others = mails().filter(({ to }) => !to.includes(family.guardian.email));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ all }) => seenIn(all).length > 0)).toEqual([]);
    const own = mails().filter(({ to }) => to.includes(family.guardian.email));
    expect(own.filter(({ all }) => all.includes(family.viewer.email))).toEqual([]);
  });

  it('appears in no notification of anybody', async () => {
    const [{ rows }] = await t.dataSource.query<[{ rows: string }]>(
      `select coalesce(json_agg(n), '[]')::text as rows from notifications n`,
    );
    expect(JSON.parse(rows)).not.toEqual([]);
    expect(seenIn(rows)).toEqual([]);
  });

  it('rests where it is at home, and in nothing that waits, repeats, records or is sent', async () => {
    const found: string[] = [];
    for (const { table, name, type } of await columnsOf(t.dataSource)) {
      if (!/text|char|json|bytea/.test(type)) continue;
      const value = type === 'bytea' ? `encode("${name}", 'escape')` : `"${name}"::text`;
      const [{ all }] = await t.dataSource.query<[{ all: string | null }]>(
        `select string_agg(${value}, E'\\n') as all from ${table}`,
      );
      if (all !== null && seenIn(all).length > 0) found.push(`${table}.${name}`);
    }
    expect(found.filter((column) => !HOMES.includes(column))).toEqual([]);
    // The rest the family has changed itself by then.
    expect(found).toEqual(
      expect.arrayContaining(['guardians.phone', 'students.address_line1', 'users.email']),
    );
  });

  it('hears what was read of it, and not by whom', async () => {
    const answer = await t.api.get('/me/disclosures', { token: await tokenOf(t, family.guardian) });
    expect(answer.body.disclosures.length).toBeGreaterThan(0);
    const { email, userId } = family.viewer;
    for (const reader of [email, userId, 'Maria', 'Park']) expect(answer.text).not.toContain(reader);
  });
});
