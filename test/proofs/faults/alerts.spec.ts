import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { aNoticeRow, DAY } from '../../support/alerts.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { FragileService } from './a-fragile-service.js';

/*
 * Notices come in while processes are killed with -9 at random moments and mail servers drop connections at random
 * stages. Nothing that was acknowledged is lost, nobody is told twice, and a mail comes again only where somebody died
 * between the server's acceptance and the note of it.
 */

/** How many notices begin, and how many are published; more where the counts of the proofs are asked for. */
const [BEGIN, PUBLISHED] = process.env.KILLS ? [150, 1000] : [50, 60];

let t: TestApp;
let services: FragileService[];
let school: TestSchool;
let author: TestMember;
let readers: TestMember[];
beforeEach(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  author = await school.admin();
  readers = [await school.parent(), await school.parent(), await school.admin('junior_admin')];
  services = [new FragileService(t), new FragileService(t)];
  await Promise.all(services.map((service) => service.start()));
}, 120_000);
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all(services.map(({ smtp }) => smtp.stop()));
  await t.close();
}, 60_000);

/** Publishes a notice; its id once that is acknowledged. */
type Publish = (title: string) => Promise<string | null>;

const expiry = (): Date => new Date(t.clock.now().getTime() + 60 * DAY);

/** By the API of a process that is up, until further notice. */
const post: Publish = async (title) => {
  const up = services.filter(({ url }) => url !== undefined);
  const url = up[Math.floor(Math.random() * up.length)]?.url;
  const answer = await fetch(`${url}/api/v1/schools/${school.id}/notices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      title,
      body: '<p>Come.</p>',
      expires_at: expiry().toISOString(),
      attachments: [],
    }),
  }).catch(() => null);
  if (answer?.status !== 201) return null;
  return answer.json().then(
    (created) => (created as { id: string }).id,
    () => null,
  );
};

/** A row whose start has come, for the processes to find. */
const insert: Publish = async (title) => {
  const { id } = await aNoticeRow(t, school, {
    title,
    createdByMembershipId: author.membershipId,
    expiresAt: expiry(),
  });
  await delay(20);
  return id;
};

/**
 * @param kind for a title that no other notice has
 * @returns the ids of as many notices as were to be acknowledged
 */
async function load(kind: string, publish: Publish, wanted: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let tries = 0;
  const work = async (): Promise<void> => {
    while (acknowledged.length < wanted) {
      const id = await publish(`Notice ${(tries += 1)} that ${kind}.`);
      if (id) acknowledged.push(id);
      else await delay(20);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return acknowledged;
}

/** One after the other, so that somebody is up, while notices come in and until every mail was tried. */
async function killAtRandom(isLoadOver: () => boolean): Promise<void> {
  for (let round = 0; !isLoadOver() || (await areMailsUntried()); round += 1) {
    const service = services[round % services.length]!;
    await delay(300 + 1_500 * Math.random());
    await service.kill();
    await service.start();
  }
}

async function areMailsUntried(): Promise<boolean> {
  const [untried] = await t.dataSource.query<unknown[]>(
    `select 1 from mails where attempts = 0
     union all select 1 from notices where alerted_at is null limit 1`,
  );
  return untried !== undefined;
}

async function untilNothingWaits(): Promise<void> {
  const open = `select (select count(*) from mails where state = 'waiting')
    + (select count(*) from notices where alerted_at is null) as count`;
  const deadline = performance.now() + 60_000;
  for (;;) {
    const [{ count } = { count: '' }] = await t.dataSource.query<{ count: string }[]>(open);
    if (count === '0') return;
    if (performance.now() > deadline) throw new Error(`${count} are still waiting`);
    await delay(100);
  }
}

async function crashTest(): Promise<void> {
  let isOver = false;
  const loads = Promise.all([load('begins', insert, BEGIN), load('is published', post, PUBLISHED)]);
  const [[begun, published]] = await Promise.all([
    loads.finally(() => (isOver = true)),
    killAtRandom(() => isOver),
  ]);
  expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
  // A day later, with mail servers that hold.
  for (const service of services) service.calmDown();
  await Promise.all(services.map((service) => service.start({ CLOCK: '+P1D' })));
  await untilNothingWaits();
  await expectNothingLost([...begun, ...published]);
}

async function expectNothingLost(acknowledged: string[]): Promise<void> {
  const notices = await t.dataSource.query<{ id: string; title: string }[]>('select id, title from notices');
  const ids = new Set(notices.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(notices.map(({ title }) => title)).size).toBe(notices.length);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const told = await t.dataSource.query<
    { id: string; reader: string; notice: string; state: string; email: string }[]
  >(
    `select d.id, n.membership_id as reader, n.target_id as notice, d.state, person.email from notifications n
     left join mails d on d.notification_id = n.id
     join memberships m on m.id = n.membership_id join users person on person.id = m.user_id`,
  );
  const pairs = (rows: { reader: string; notice: string }[]) =>
    rows.map((row) => `${row.reader} ${row.notice}`).sort();
  const expected = notices.flatMap(({ id }) =>
    readers.map(({ membershipId }) => ({ reader: membershipId, notice: id })),
  );
  expect(pairs(told)).toEqual(pairs(expected));
  expect(told.filter(({ state }) => state !== 'sent')).toEqual([]);
  expectMails(new Map(told.map(({ id, email }) => [`${id}@directory.example.org`, email])));
}

/** @param owed recipients by Message-ID */
function expectMails(owed: Map<string, string>): void {
  const mails = services.flatMap(({ smtp }) => smtp.mails);
  const cutOff = services.flatMap((service) => service.cutOff);
  expect(mails.filter(({ messageId, to }) => to.join() !== owed.get(messageId))).toEqual([]);
  const count = (ids: string[]): Map<string, number> =>
    ids.reduce((counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1), new Map<string, number>());
  const copies = count(mails.map(({ messageId }) => messageId));
  const excuses = count([
    ...cutOff,
    ...mails.filter(({ acknowledged }) => !acknowledged).map(({ messageId }) => messageId),
  ]);
  const lost = [...owed.keys()].filter((id) => !copies.has(id));
  const needless = [...copies].filter(([id, number]) => number - 1 > (excuses.get(id) ?? 0));
  expect([lost, needless]).toEqual([[], []]);
  const repeated = [...copies.values()].filter((number) => number > 1).length;
  const kills = services.reduce((sum, service) => sum + service.kills, 0);
  process.stderr.write(
    `${owed.size} mails owed, ${mails.length} accepted, ${repeated} of them more than once; ${kills} processes killed\n`,
  );
  expect(repeated).toBeGreaterThan(0);
}

describe('Processes that are killed and mail servers that drop connections', () => {
  it('lose no alert of notices that begin, nothing of what was acknowledged while notices are published, and repeat no mail without need', async () => {
    await crashTest();
  }, 360_000);
});
