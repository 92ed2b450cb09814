import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../support/processes/free-port.js';
import { figure } from '../../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { retainedMegabytes } from './inspected-heap.js';
import { MailProcess } from './mail-process.js';
import { OwedMails } from './owed-mails.js';

const { serviceDefaults } = (await import(
  new URL('../../../scripts/lib/dist.mjs', import.meta.url).href
)) as {
  serviceDefaults: () => { NODE_OPTIONS: string };
};

const MAILS = Number(process.env.MAILS ?? 500);
/** Nine of ten are alerts and one is about an account: the two jobs send at the same time. */
const [NOTICES, CHANGES] = [90, 10];
const READERS = MAILS / (NOTICES + CHANGES);
const MAIL_MS = 20;

/** Connections of one process to its mail server, whichever jobs send. */
const MAX_CONNECTIONS = 8;
/** Two jobs claim eight each. */
const MAX_CLAIMED = 16;
/** Half a kilobyte retained of each mail would be 12 MB of the second half of the full run. */
const MAX_RETAINED_MB = 10;

/** The system counts how much a process had at most, and forgets it when it is told to. */
const COUNTED = existsSync('/proc/self/clear_refs');

(COUNTED ? describe : describe.skip)('A process that sends many mails to a slow server', () => {
  let t: TestApp;
  let owed: OwedMails;
  let sender: MailProcess;
  beforeAll(async () => {
    t = await startTestApp();
    owed = await OwedMails.watch(t, READERS);
    for (let notice = 0; notice < NOTICES; notice += 1) await owed.publishNotice();
    for (let change = 0; change < CHANGES; change += 1) await owed.changePasswords();
    sender = new MailProcess(t, MAIL_MS);
  }, 600_000);
  afterAll(async () => {
    await sender.close();
    await t.close();
  }, 60_000);

  /** Megabytes that the process had at most, since the last time. */
  function takePeak(): number {
    const status = readFileSync(`/proc/${sender.pid}/status`, 'utf8');
    writeFileSync(`/proc/${sender.pid}/clear_refs`, '5');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  /** @returns how many mails were claimed at most, at any look */
  async function untilAccepted(mails: number): Promise<number> {
    let most = 0;
    while (sender.server.accepted.length < mails) {
      most = Math.max(most, await owed.countClaimed());
      await delay(100);
    }
    return most;
  }

  it(
    'sends each once, eight at a time, claims no more than it sends, and retains nothing of it',
    async () => {
      const inspector = await freePort();
      await sender.start({
        NODE_OPTIONS: `${serviceDefaults().NODE_OPTIONS} --inspect=127.0.0.1:${inspector}`,
      });
      const begun = performance.now();
      takePeak();
      const claimed = [await untilAccepted(MAILS / 2)];
      const first = takePeak();
      const half = await retainedMegabytes(inspector);
      claimed.push(await untilAccepted(MAILS));
      const second = takePeak();
      const { server } = sender;
      const seconds = (performance.now() - begun) / 1_000;
      while ((await owed.countWaiting()) > 0) await delay(50);
      const growth = (await retainedMegabytes(inspector)) - half;
      figure(`Mails to a server that takes ${MAIL_MS} ms a mail on average`, MAILS);
      figure('Mails a second of one process', Math.round(MAILS / seconds));
      figure(
        'Connections, and mails on their way, at most',
        `${server.mostConnections}, ${server.mostAtOnce}`,
        '<= 8',
      );
      figure('Mails claimed at most, by two jobs', Math.max(...claimed), `<= ${MAX_CLAIMED}`);
      figure('Memory at most, first and second half', `${Math.round(first)} MB, ${Math.round(second)} MB`);
      figure('Memory retained of the second half', `${growth.toFixed(1)} MB`, `<= ${MAX_RETAINED_MB} MB`);
      expect([server.accepted.length, new Set(server.accepted).size]).toEqual([MAILS, MAILS]);
      expect(server.mostConnections).toBeLessThanOrEqual(MAX_CONNECTIONS);
      expect(server.mostAtOnce).toBeLessThanOrEqual(MAX_CONNECTIONS);
      expect(Math.max(...claimed)).toBeLessThanOrEqual(MAX_CLAIMED);
      expect(growth).toBeLessThanOrEqual(MAX_RETAINED_MB);
    },
    300_000 + 100 * MAILS,
  );
});
