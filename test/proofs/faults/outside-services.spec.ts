import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { GeocoderStub } from '../../support/stubs/geocoder-stub.js';
import { ImagesServiceStub } from '../../support/stubs/images-service-stub.js';
import { aPhoto } from '../../support/files/images.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { SmtpStub } from '../../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { CrookedWay, FAULTS, type Fault } from './a-crooked-way.js';
import {
  geocoder,
  imageService,
  mailServer,
  objectStore,
  type Asked,
  type OutsideService,
} from './outside-services.js';
import { quantile, steadyLoad } from './steady-load.js';

const asked = process.env.FAULT_ROUNDS;
const ROUNDS = Number(asked ?? 1);
/** Milliseconds that each state lasts. */
const PHASE = asked ? 1_000 : 200;
/** Milliseconds that an outside service is waited for. */
const DEADLINE = asked ? 1_000 : 400;
/** Requests a second that need none of the services, and that need one of them. */
const [UNRELATED, DEPENDENT] = asked ? [100, 20] : [50, 20];
/** How much longer what is unrelated may take, at the 99th percentile. */
const MAX_RATIO = 1.5;

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let dataDir: string;
let service: ServiceProcess;
let services: OutsideService[];
let s3: S3Server;
let smtp: SmtpStub;
let places: GeocoderStub;
let images: ImagesServiceStub;
/** Where redirects lead, and nobody should come. */
let elsewhere: Server;
let strays = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-outside-'));
  t = await startTestApp();
  s3 = await startS3Server();
  smtp = new SmtpStub();
  places = await GeocoderStub.start();
  places.finds(40.5, -73.5);
  images = await ImagesServiceStub.start();
  images.paints(await aPhoto('image/png'));
  elsewhere = createServer((_request, response) => {
    strays += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const trap = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const smtpUrl = await smtp.start();
  const [toStore, toMail, toPlaces, toImages] = await Promise.all(
    [s3.settings.endpoint!, smtpUrl, places.url, images.url].map((url) => CrookedWay.to(url, trap)),
  );
  service = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    S3_BUCKET: s3.settings.bucket,
    S3_REGION: s3.settings.region,
    S3_ENDPOINT: toStore!.before(s3.settings.endpoint!),
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    SMTP_URL: toMail!.before(smtpUrl),
    GEOCODER_URL: toPlaces!.before(places.url),
    IMAGE_API_URL: toImages!.before(images.url),
    UPSTREAM_TIMEOUT_MS: String(DEADLINE),
    IMAGE_TIMEOUT_MS: String(DEADLINE),
  });
  school = await aSchool(t);
  parent = await school.parent();
  const about: Asked = { t, school, admin: await school.admin(), api: service.api };
  services = [
    await objectStore(about, toStore!),
    mailServer(about, toMail!),
    await geocoder(about, toPlaces!, asked ? 300 + 400 * ROUNDS : 100),
    await imageService(about, toImages!),
  ];
}, 120_000);
afterAll(async () => {
  await service?.stop();
  for (const { way } of services ?? []) await way.stop();
  await Promise.all([s3?.close(), smtp?.stop(), places?.stop(), images?.stop(), t?.close()]);
  elsewhere?.close().closeAllConnections();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What needs no service but the database, and reads and writes that. */
async function askUnrelated(number: number): Promise<void> {
  const [method, path, body] = [
    ['GET', '/me', null],
    ['GET', `/schools/${school.id}/staff`, null],
    ['POST', `/schools/${school.id}/lists`, { name: `List ${number}` }],
    ['GET', `/schools/${school.id}/polls`, null],
    ['GET', `/schools/${school.id}/features`, null],
  ][number % 5] as [string, string, object | null];
  const headers = { authorization: `Bearer ${parent.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
}

/** @returns what was measured of the unrelated requests */
async function phase(broken: OutsideService[], fault: Fault | null): Promise<number[]> {
  await Promise.all(broken.map(({ way }) => way.becomes(fault)));
  const [latencies] = await Promise.all([
    steadyLoad(askUnrelated, { perSecond: UNRELATED, ms: PHASE }),
    ...broken.map(({ ask }) =>
      steadyLoad((number) => ask(number, fault), { perSecond: DEPENDENT, ms: PHASE }),
    ),
  ]);
  // Whoever misbehaves is hung up on.
  if (fault !== 'slow') while (broken.some(({ way }) => way.held > 0)) await tick();
  return latencies;
}

async function untilItIsWell({ prepare, ask }: OutsideService): Promise<void> {
  await prepare();
  for (const number of [0, 1]) while (!(await ask(number, null).then(isTrue, isFalse))) await tick();
}

const isTrue = (): boolean => true;
const isFalse = (): boolean => false;

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** As if the time had come to try again. */
async function untilAllMailIsSent(): Promise<void> {
  const open = `update mails set due_at = now() where state <> 'sent' returning 1`;
  for (;;) {
    const [, waiting] = await t.dataSource.query<[unknown, number]>(open);
    if (waiting === 0) return;
    for (let ticks = 0; ticks < 40; ticks += 1) await tick();
  }
}

async function expectMailedOnce(): Promise<void> {
  await untilAllMailIsSent();
  const owed = await t.dataSource.query<{ id: string }[]>('select id from mails');
  const sent = smtp.mails.map(({ messageId }) => messageId.split('@')[0]!);
  expect(new Set(sent)).toEqual(new Set(owed.map(({ id }) => id)));
  // A mail comes again only where the connection was cut before the server could say that it has it.
  const cut = services.find(({ name }) => name === 'mail server')!.way.cut;
  const again = sent.length - owed.length;
  figure('Mails owed while the mail server had faults, lost', `${owed.length}, 0`, '0 lost');
  figure('Of those sent again after a connection that was cut', again);
  expect(again).toBeLessThanOrEqual(cut);
}

it('fails with its outside services only where it needs them, with the error of the contract, and loses no mail', async () => {
  for (const fault of FAULTS) {
    for (const { prepare } of services) await prepare();
    await phase(services, fault);
    await Promise.all(services.map(({ way }) => way.becomes(null)));
  }
  for (const each of services) await untilItIsWell(each);
  await expectMailedOnce();
  expect(strays).toBe(0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
}, 120_000);

interface Round {
  well: number[];
  ill: Map<Fault, number[]>;
}

/** What was measured while it is well, and with each of the faults; turn about, for the machine changes as well. */
async function whatOthersTake(broken: OutsideService): Promise<Round> {
  const round: Round = { well: [], ill: new Map() };
  for (const fault of FAULTS) {
    await broken.prepare();
    round.well.push(...(await phase([broken], null)));
    await broken.prepare();
    round.ill.set(fault, await phase([broken], fault));
    await broken.way.becomes(null);
  }
  return round;
}

const p99 = (latencies: number[]): number => quantile(latencies, 0.99);
const p99Ill = ({ ill }: Round): number => p99([...ill.values()].flat());
const median = (found: number[]): number => quantile(found, 0.5);

(asked ? it : it.skip)(
  'is as quick where it does not need them, whatever one of them does',
  async () => {
    const late: string[] = [];
    for (const broken of services) {
      const rounds: Round[] = [];
      while (rounds.length < ROUNDS) rounds.push(await whatOthersTake(broken));
      // One pause of the machine is a p99 of its own; what a fault does, it does in every round.
      const [without, within] = [median(rounds.map(({ well }) => p99(well))), median(rounds.map(p99Ill))];
      const ratio = within / without;
      figure(
        `Unrelated requests while the ${broken.name} has faults, and as many while it has none`,
        rounds.flatMap(({ well }) => well).length,
      );
      figure(
        `Their p99 while the ${broken.name} has faults, ms (without: ${without.toFixed(1)})`,
        within.toFixed(1),
      );
      figure(`p99 with faults of the ${broken.name} to p99 without`, ratio.toFixed(2), `<= ${MAX_RATIO}`);
      if (ratio <= MAX_RATIO) continue;
      const each = FAULTS.map((fault) => {
        const found = median(rounds.map(({ ill }) => p99(ill.get(fault)!)));
        return `${fault} ${found.toFixed(1)}`;
      });
      late.push(`${broken.name}: ${ratio.toFixed(2)} times ${without.toFixed(1)} ms; ${each.join(', ')}`);
    }
    expect(late).toEqual([]);
  },
  60_000 + ROUNDS * 240_000,
);
