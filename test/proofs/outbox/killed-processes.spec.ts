import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { MailProcess } from './mail-process.js';
import { OwedMails } from './owed-mails.js';

/*
 * Two processes send mails of every way that there is (alerts, notices about an account, links to a typed address) and are
 * killed with SIGKILL at random moments, one after the other. The promise: no mail is lost, and a mail comes again only where its
 * process died between the server's acceptance and the note of it, under the Message-ID of before, by which the mail program
 * of its reader drops it.
 */

const KILLS = Number(process.env.KILLS ?? 5);
const READERS = 40;
const MAIL_MS = 50;
/** Fewer than the two processes claim at once: again and again they want the same mails. */
const BACKLOG = 30;
/** Rounds of mails that both send when nobody is killed any more. */
const LAST_ROUNDS = 5 + KILLS;

let t: TestApp;
let owed: OwedMails;
let processes: MailProcess[];
beforeAll(async () => {
  t = await startTestApp();
  owed = await OwedMails.watch(t, READERS);
  processes = [new MailProcess(t, MAIL_MS), new MailProcess(t, MAIL_MS)];
  await Promise.all(processes.map((process) => process.start()));
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((process) => process.close()));
  await t.close();
}, 60_000);

/** One mail of each way to each reader. */
async function oweMails(): Promise<void> {
  await Promise.all([owed.publishNotice(), owed.changePasswords(), owed.sendPasswordLinks()]);
}

async function oweUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if ((await owed.countWaiting()) > BACKLOG) await delay(20);
    else await oweMails();
  }
}

async function killAtRandom(): Promise<void> {
  for (let round = 0; round < KILLS; round += 1) {
    const process = processes[round % processes.length]!;
    await process.untilSending();
    await delay(1_000 * Math.random());
    await process.kill();
    await process.start();
  }
}

/** A day later every mail is due that a killed process had claimed. */
async function sendTheRest(): Promise<void> {
  expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([0, 0]);
  for (let round = 0; round < LAST_ROUNDS; round += 1) await oweMails();
  await Promise.all(processes.map((process) => process.start({ CLOCK: '+P1D' })));
  while ((await owed.countWaiting()) > 0) await delay(100);
}

const countEach = (ids: string[]): Map<string, number> =>
  ids.reduce((counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1), new Map<string, number>());

it(
  'loses no mail, and repeats those alone whose process was killed between acceptance and note',
  async () => {
    let isOver = false;
    await Promise.all([killAtRandom().finally(() => (isOver = true)), oweUntil(() => isOver)]);
    await sendTheRest();
    const ids = new Set(await owed.messageIds());
    const copies = countEach(processes.flatMap(({ server }) => server.accepted));
    const excuses = countEach(processes.flatMap(({ unnoted }) => unnoted));
    const lost = [...ids].filter((id) => !copies.has(id));
    const invented = [...copies.keys()].filter((id) => !ids.has(id));
    const needless = [...copies].filter(([id, copied]) => copied - 1 > (excuses.get(id) ?? 0));
    const repeated = [...copies.values()].reduce((sum, copied) => sum + copied - 1, 0);
    figure('Processes killed with SIGKILL while they sent mails', KILLS);
    figure('Mails that were owed meanwhile', ids.size);
    figure('Of those, lost', lost.length, '0');
    figure('Mails that came again, by a kill between acceptance and note', repeated - needless.length);
    figure('Mails that came again without such a kill', needless.length, '0');
    figure('Mails that came again under another Message-ID', invented.length, '0');
    expect({ lost, invented, needless }).toEqual({ lost: [], invented: [], needless: [] });
  },
  180_000 + KILLS * 40_000,
);
