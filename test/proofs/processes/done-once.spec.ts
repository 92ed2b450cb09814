import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aNoticeRow } from '../../support/alerts.js';
import { insertRow } from '../../support/database/insert-row.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { ask, isThere, said, startCluster, until, whoAnswered, workersOf } from './a-cluster.js';

const LONG = 240_000;

/* However many workers there are. */
describe('A service of several processes', () => {
  let t: TestApp;
  let school: TestSchool;
  let parent: TestMember;
  let folder: string;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    t = await startTestApp();
    school = await aSchool(t);
    parent = await school.parent();
  });
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'school-directory-cluster-'));
  });
  afterAll(async () => {
    if (service && isThere(service.pid)) await service.kill();
    await t.close();
    rmSync(folder, { recursive: true });
  });

  it(
    'offers one port for the metrics of all, on which nothing that was counted is ever lost',
    async () => {
      await aDeadMail();
      const port = await freePort();
      service = await startCluster(t, { METRICS_PORT: String(port), DATA_DIR: folder }, 3);
      const url = `${service.url}/api/v1/me`;
      for (let request = 0; request < 20; request += 1) expect(await ask(url, parent.token)).toBe(200);
      expect(await counted(port)).toBe(20);
      process.kill(workersOf(service)[0]!, 'SIGKILL');
      await until(() => said(service!, 'A worker has ended; another one takes its place') === 1);
      expect(await counted(port)).toBe(20);
      await until(async () => {
        expect(await ask(url, parent.token)).toBe(200);
        return workersOf(service!).filter((worker) => whoAnswered(service!).has(worker)).length === 3;
      });
      const text = await metricsAt(port);
      // The outbox is one, however many look into it; jobs are those of the process in charge.
      expect(text).toMatch(/^outbox_mails_dead 1$/m);
      expect(text).toMatch(/^job_rounds_total\{name="mail",outcome="done"\} [1-9]/m);
    },
    LONG,
  );

  async function aDeadMail(): Promise<void> {
    const at = new Date();
    const of = { school_id: school.id };
    const notification_id = await insertRow(t.dataSource, 'notifications', {
      ...{ ...of, membership_id: parent.membershipId, kind: 'notice_created', title: 'News' },
      ...{ target_type: 'notice', target_id: school.id, created_at: at },
    });
    await insertRow(t.dataSource, 'mails', {
      ...{ ...of, notification_id, state: 'dead', attempts: 12, last_error: 'connection' },
      ...{ due_at: at, created_at: at, ended_at: at },
    });
  }

  // By the same service, whose three processes take seconds to start.
  it(
    'sends each mail once',
    async () => {
      const family = await aSchool(t);
      const members = [await family.parent(), await family.parent(), await family.admin()];
      await aNoticeRow(t, family);
      const mails = (): number =>
        readdirSync(folder).includes('mail') ? readdirSync(join(folder, 'mail')).length : 0;
      await until(() => mails() >= members.length);
      // Every job comes round each second.
      await delay(2_500);
      expect([mails(), await service!.stop()]).toEqual([members.length, 0]);
    },
    LONG,
  );

  it(
    'starts one embedded database, one demo school and one banner, and ends with all that it has started',
    async () => {
      const dataDir = join(folder, 'embedded');
      service = await startServiceProcess({
        DATA_DIR: dataDir,
        CLUSTER_WORKERS: '2',
        DEMO: 'true',
        LOG_LEVEL: 'warn',
      });
      await until(() => service!.output().includes('curl -H'));
      expect(service.output().match(/School Directory is running/g)).toHaveLength(1);
      const [, token, address] = /Bearer (\S+)" (\S+)/.exec(service.output())!;
      const url = address!.replace(/http:..localhost:[0-9]+/, service.url);
      const asked = Array.from({ length: 8 }, () => ask(url, token!));
      expect(await Promise.all(asked)).toEqual(new Array(8).fill(200));
      expect(await service.stop()).toBe(0);
      expect(readdirSync(dataDir)).not.toContain('database-url');
    },
    LONG,
  );
});

const metricsAt = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

async function counted(port: number): Promise<number> {
  const line =
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/me",status="200"\} (\d+)$/m;
  return Number(line.exec(await metricsAt(port))?.[1]);
}
