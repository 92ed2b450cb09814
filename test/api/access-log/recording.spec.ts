import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AccessLogRecorder } from '../../../src/features/access-log/access-log-recorder.service.js';
import { EVERYONE } from '../../../src/features/access-log/access-log-subject.js';
import type { Read } from '../../../src/features/access-log/access-log.repository.js';
import { createApp } from '../../../src/runtime/server.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

let t: GatedApp;
let recorder: AccessLogRecorder;
beforeAll(async () => {
  t = await startGatedApp();
  recorder = t.app.get(AccessLogRecorder);
});
afterAll(() => t.close());

const HOUR_MS = 60 * 60 * 1000;

/** One moment, so that no hour begins amid a test. */
const AT = new Date();

const readBy = (school: TestSchool, reader: TestMember, contacts: string[]): Read => ({
  reader: { membershipId: reader.membershipId, schoolId: school.id, role: 'parent', isAdmin: false },
  operation: 'getStudent',
  resourceId: school.id,
  at: AT,
  loggedAccess: { contacts },
});

const countsIn = (school: TestSchool): Promise<{ rows: number; reads: number }[]> =>
  t.dataSource.query(
    `select count(*)::int as rows, coalesce(sum(count), 0)::int as reads from disclosures where school_id = $1`,
    [school.id],
  );

async function aReader() {
  const school = await aSchool(t);
  return { school, reader: await school.parent() };
}

describe('What was read', () => {
  it('and cannot be told ends neither the answer nor the process, and is named without what it shows', async () => {
    const { school, reader } = await aReader();
    const told = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const record = jest.spyOn(recorder, 'record').mockImplementation(() => {
      throw new TypeError('Maria Park');
    });
    const path = `/schools/${school.id}/students?full=true`;
    expect((await t.api.get(path, { token: reader.token })).status).toBe(200);
    record.mockRestore();
    expect(told.mock.calls).toEqual([['An answer of listStudents stays unrecorded: TypeError']]);
    told.mockRestore();
    expect((await t.api.get(path, { token: reader.token })).status).toBe(200);
  });

  it('reaches the database soon, without anyone asking', async () => {
    const { school, reader } = await aReader();
    await t.api.get(`/schools/${school.id}/students?full=true`, { token: reader.token });
    const deadline = Date.now() + 5_000;
    while ((await countsIn(school))[0]!.rows < 2 && Date.now() < deadline) await delay(20);
    expect(await countsIn(school)).toEqual([{ rows: 2, reads: 2 }]);
  });

  it('goes out together: many reads cost one statement', async () => {
    const { school, reader } = await aReader();
    const things = [randomUUID(), randomUUID()];
    for (let read = 0; read < 500; read += 1) recorder.record(readBy(school, reader, things));
    // The first one of the hour also looks for what is too old.
    await recorder.flush();
    expect(await countsIn(school)).toEqual([{ rows: 2, reads: 1000 }]);
    t.gate.statements = 0;
    for (let read = 0; read < 500; read += 1) recorder.record(readBy(school, reader, things));
    await Promise.all([recorder.flush(), recorder.flush(), recorder.flush()]);
    expect(t.gate.statements).toBe(1);
    expect(await countsIn(school)).toEqual([{ rows: 2, reads: 2000 }]);
  });

  it('counts a thing once a read', async () => {
    const { school, reader } = await aReader();
    const thing = randomUUID();
    recorder.record(readBy(school, reader, [thing, thing]));
    await recorder.flush();
    expect(await countsIn(school)).toEqual([{ rows: 1, reads: 1 }]);
  });

  it('counts by the hour, and apart for each reader and for what was shown', async () => {
    const { school, reader } = await aReader();
    const hour = Math.floor(AT.getTime() / HOUR_MS) * HOUR_MS;
    const [thing, other] = [randomUUID(), randomUUID()];
    const readAt = (ms: number, shown: string[], by = reader): void =>
      recorder.record({ ...readBy(school, by, shown), at: new Date(ms) });
    readAt(hour - 1, [thing]);
    readAt(hour, [thing]);
    readAt(hour + HOUR_MS - 1, [thing]);
    readAt(hour, [thing, other]);
    readAt(hour, [thing], await school.parent());
    recorder.record({ ...readBy(school, reader, [other]), at: new Date(hour), operation: 'listStudents' });
    await recorder.flush();
    const rows = await t.dataSource.query(
      `select count, (extract(epoch from last_at) * 1000)::float8 - $2 as at from disclosures
       where school_id = $1 and subject_id = $3 and reader_membership_id = $4 order by since`,
      [school.id, hour, thing, reader.membershipId],
    );
    expect(rows).toEqual([
      { count: 1, at: -1 },
      { count: 3, at: HOUR_MS - 1 },
    ]);
    expect(await countsIn(school)).toEqual([{ rows: 5, reads: 7 }]);
  });

  it('counts apart before and after a change of everyone, within one flush', async () => {
    const { school, reader } = await aReader();
    const at = AT.getTime();
    const readEveryone = (ms: number): void =>
      recorder.record({ ...readBy(school, reader, [EVERYONE]), at: new Date(ms) });
    const { guardianId } = await school.parentOf(await school.student());
    await t.dataSource.query(
      `insert into visibility_changes (school_id, guardian_id, visible, changed_at) values ($1, $2, false, $3)`,
      [school.id, guardianId, AT],
    );
    for (const ms of [at - 2, at - 1, at, at + 1]) readEveryone(ms);
    await recorder.flush();
    expect(await countsIn(school)).toEqual([{ rows: 2, reads: 4 }]);
    const rows = await t.dataSource.query(
      'select count from disclosures where school_id = $1 order by since',
      [school.id],
    );
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
  });

  it('reaches whom it names by their membership, and not the reader themselves', async () => {
    const { school, reader } = await aReader();
    const parent = await school.parent();
    recorder.record(readBy(school, reader, [parent.membershipId, reader.membershipId]));
    const told = async ({ token }: TestMember) => (await t.api.get('/me/disclosures', { token })).body;
    expect((await told(parent)).disclosures).toMatchObject([{ subject: 'contact', count: 1 }]);
    expect(await told(reader)).toEqual({ disclosures: [] });
  });

  it('waits while the database is away, and is then written once', async () => {
    const { school, reader } = await aReader();
    await t.gate.shut();
    recorder.record(readBy(school, reader, [randomUUID()]));
    await recorder.flush();
    recorder.record(readBy(school, reader, [randomUUID()]));
    await recorder.flush();
    await t.gate.open();
    await recorder.flush();
    await recorder.flush();
    expect(await countsIn(school)).toEqual([{ rows: 2, reads: 2 }]);
  });

  it('stays bounded while the database is away: the oldest gives way', async () => {
    const { school, reader } = await aReader();
    const kept = randomUUID();
    await t.gate.shut();
    const hundred = () => Array.from({ length: 100 }, () => randomUUID());
    for (let read = 0; read < 200; read += 1) recorder.record(readBy(school, reader, hundred()));
    recorder.record(readBy(school, reader, [kept]));
    await recorder.flush();
    await t.gate.open();
    await recorder.flush();
    expect(await countsIn(school)).toEqual([{ rows: 19_901, reads: 19_901 }]);
    const rows = await t.dataSource.query('select from disclosures where subject_id = $1', [kept]);
    expect(rows).toHaveLength(1);
  });

  it('reports its losses in one line, however many readers go on meanwhile', async () => {
    const { school, reader } = await aReader();
    const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await t.gate.shut();
    const hundred = () => Array.from({ length: 100 }, () => randomUUID());
    for (let read = 0; read < 200; read += 1) recorder.record(readBy(school, reader, hundred()));
    await recorder.flush();
    for (let read = 0; read < 5; read += 1) recorder.record(readBy(school, reader, hundred()));
    await t.gate.open();
    await recorder.flush();
    expect(said.mock.calls.map(([line]) => line as string)).toEqual([
      '5 reads stay unrecorded: the database did not take them',
    ]);
    said.mockRestore();
  });

  it('gets through although a school is gone meanwhile', async () => {
    const { school, reader } = await aReader();
    const { school: gone, reader: former } = await aReader();
    recorder.record(readBy(gone, former, [randomUUID()]));
    recorder.record(readBy(school, reader, [randomUUID()]));
    await t.dataSource.query('delete from schools where id = $1', [gone.id]);
    await recorder.flush();
    expect(await countsIn(school)).toEqual([{ rows: 1, reads: 1 }]);
  });

  it('counts right when two processes write the same at once', async () => {
    const { school, reader } = await aReader();
    const other = await createApp(t.settings, t.clock);
    await other.init();
    const recorders = [recorder, other.get(AccessLogRecorder)];
    const things = Array.from({ length: 200 }, () => randomUUID());
    for (let round = 0; round < 20; round += 1) {
      recorders[0]!.record(readBy(school, reader, things));
      recorders[1]!.record(readBy(school, reader, things.toReversed()));
      await Promise.all(recorders.map((one) => one.flush()));
    }
    await other.close();
    expect(await countsIn(school)).toEqual([{ rows: 200, reads: 200 * 40 }]);
  });

  it('reaches the database when the service stops', async () => {
    const { school, reader } = await aReader();
    const other = await createApp(t.settings, t.clock);
    await other.init();
    other.get(AccessLogRecorder).record(readBy(school, reader, [randomUUID()]));
    await other.close();
    expect(await countsIn(school)).toEqual([{ rows: 1, reads: 1 }]);
  });
});
