import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AuditService, OWN_OPERATIONS } from '../../src/features/audit/audit.service.js';
import type { ApiAnswer } from '../support/api-client.js';
import { anApplication, aPersonWithPassword } from '../support/application.factory.js';
import { expectError } from '../support/errors.js';
import { aPdf } from '../support/files/attachment-files.js';
import { aPoll } from '../support/poll.factory.js';
import { aSchool, type Person, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  [admin, parent] = [await school.admin(), await school.parent()];
});

interface Row {
  school_id: string;
  position: string;
  actor_kind: string;
  actor_id: string | null;
  membership_id: string | null;
  operation: string;
  item_id: string | null;
  source: string;
}

const rows = (schoolId: string): Promise<Row[]> =>
  t.dataSource.query('select * from audit_entries where school_id = $1 order by position', [schoolId]);
const told = async (query = ''): Promise<ApiAnswer['body'][]> => {
  const { status, body } = await t.api.get(`/schools/${school.id}/audit${query}`, { token: admin.token });
  expect(status).toBe(200);
  return body.entries as ApiAnswer['body'][];
};
/** Seconds after the beginning of a minute to come. */
const aMinute = (): ((seconds: number) => string) => {
  const begin = (Math.floor(t.clock.now().getTime() / 60_000) + 1) * 60_000;
  return (seconds) => new Date(begin + seconds * 1_000).toISOString();
};
const aNotice = () => ({
  title: 'Bake sale',
  body: '<p>On Friday</p>',
  expires_at: new Date(t.clock.now().getTime() + 86_400_000).toISOString(),
});
const publish = (headers: Record<string, string> = {}, person: Person = admin, body = aNotice()) =>
  t.api.post(`/schools/${school.id}/notices`, { token: person.token, body, headers });

describe('GET /schools/{schoolId}/audit', () => {
  it('refuses everybody but the senior admins of the school', async () => {
    const path = `/schools/${school.id}/audit`;
    const elsewhere = await (await aSchool(t)).admin();
    expectError(await t.api.get(path), 401, 'not_authenticated');
    for (const { token } of [parent, await school.admin('junior_admin'), elsewhere])
      for (const query of ['', '?since=abc'])
        expectError(await t.api.get(`${path}${query}`, { token }), 403, 'not_authorized');
  });

  it.each(['since', 'until'])('refuses a time without an offset: %s', async (name) => {
    const answer = await t.api.get(`/schools/${school.id}/audit?${name}=2026-11-26T08:00:00`, {
      token: admin.token,
    });
    expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, name]);
  });

  it('tells who did what, on which item, when and from where, newest first', async () => {
    const { body: notice } = await publish();
    t.clock.moveTo(new Date(t.clock.now().getTime() + 60_000).toISOString());
    await t.api.delete(`/schools/${school.id}/notices/${notice.id}`, { token: admin.token });
    const [deleted, created] = await told();
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: { kind: 'person', membership_id: admin.membershipId, name: 'Maria Park' },
      operation: 'createNotice',
      item: { type: 'notice', id: notice.id },
      source: expect.stringMatching(/^[\w-]{22}$/),
      count: 1,
    });
    expect(deleted).toMatchObject({ operation: 'deleteNotice', item: created.item, source: created.source });
    expect(Date.parse(deleted.at)).toBeGreaterThan(Date.parse(created.at));
    expect(await told(`?since=${deleted.at}`)).toEqual([deleted]);
    expect(await told(`?item=${notice.id}`)).toEqual([deleted, created]);
    expect(await told(`?item=${randomUUID()}`)).toEqual([]);
    expect(await told('?item=none')).toEqual([]);
  });

  it('finds what was done with an item whichever letters its id was written in', async () => {
    const id: string = (await publish()).body.id;
    await t.api.delete(`/schools/${school.id}/notices/${id.toUpperCase()}`, { token: admin.token });
    const entries = await told(`?item=${id.toUpperCase()}`);
    expect(entries.map(({ item }) => item.id)).toEqual([id, id]);
    expect(await told(`?item=${id}`)).toEqual(entries);
  });

  it('tells once what one person does again with one thing in one minute, and how often', async () => {
    const nextMinute = aMinute();
    t.clock.moveTo(nextMinute(0));
    const [{ body: one }, { body: other }] = [await publish(), await publish()];
    const path = (id: string): string => `/schools/${school.id}/notices/${id}`;
    const change = (id: string, person: Person = admin) =>
      t.api.patch(path(id), { token: person.token, body: { title: 'Cake sale' } });
    for (const id of [one.id, other.id, one.id, one.id]) expect((await change(id)).status).toBe(200);
    await change(one.id, await school.admin());
    t.clock.moveTo(nextMinute(60));
    await change(one.id);
    const entries = (await told()).filter(({ operation }) => operation.includes('Notice'));
    expect(entries.map(({ operation, item, count }) => [operation, item.id, count])).toEqual([
      ['changeNotice', one.id, 1],
      ['changeNotice', one.id, 1],
      ['changeNotice', one.id, 3],
      ['changeNotice', other.id, 1],
      ['createNotice', other.id, 1],
      ['createNotice', one.id, 1],
    ]);
    expect((await rows(school.id)).filter(({ operation }) => operation === 'changeNotice')).toHaveLength(6);
    expect((await t.app.get(AuditService).verify()).fault).toBeUndefined();
  });

  it('pages by time: each entry is the same one wherever a page ends', async () => {
    const nextMinute = aMinute();
    for (const seconds of [0, 10, 50, 70, 120]) {
      t.clock.moveTo(nextMinute(seconds));
      const { body } = await publish();
      for (let times = 0; times < 2; times += 1)
        await t.api.patch(`/schools/${school.id}/notices/${body.id}`, {
          token: admin.token,
          body: { title: `Sale ${times}` },
        });
    }
    const all = await told();
    expect(all.some(({ count }) => count > 1)).toBe(true);
    for (const [at, entry] of all.entries()) {
      const page = await told(`?until=${entry.at}`);
      const same = all.findIndex((each) => each.at === entry.at);
      expect(page).toEqual(all.slice(same));
      expect((await told(`?since=${entry.at}`)).at(-1)!.at).toBe(all[at]!.at);
    }
    expect(await told('?until=2026-01-01T00:00:00Z')).toEqual([]);
  });

  it('never says what was written', async () => {
    await publish();
    const phone = '+1 518 555 0199';
    const contact = { first_name: 'Ada', last_name: 'Quillfeather', phone };
    expect((await t.api.patch('/me/contact', { token: parent.token, body: contact })).status).toBe(200);
    const text = JSON.stringify(await rows(school.id));
    expect(text).toContain('updateMyContact');
    for (const written of ['Bake sale', 'Friday', 'Quillfeather', '0199', parent.email, '127.0.0.1'])
      expect(text).not.toContain(written);
  });

  it('tells no admin what members do with what is theirs alone', async () => {
    const student = await school.student();
    await t.api.post(`/students/${student.id}/star`, { token: parent.token });
    await t.api.put(`/students/${student.id}/note`, { token: parent.token, body: { body: 'Likes owls' } });
    await t.api.post(`/schools/${school.id}/lists`, { token: parent.token, body: { name: 'Car pool' } });
    expect((await rows(school.id)).map(({ operation }) => operation)).toEqual([
      'starStudent',
      'putNote',
      'createList',
    ]);
    expect(await told()).toEqual([]);
  });

  it('leaves out every operation on lists, notes, stars, subscriptions and notifications, and names no other', () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const own = Object.entries(paths)
      .filter(([path]) => /\/(lists|note|star|subscriptions|notifications)(\/|$)/.test(path))
      .flatMap(([, methods]) => Object.entries(methods))
      .filter(([method]) => method !== 'get')
      .map(([, { operationId }]) => operationId);
    expect([...OWN_OPERATIONS].sort()).toEqual(own.sort());
  });
});

describe('the audit trail', () => {
  it('gets no entry of what was refused, and one of what was sent twice with one key', async () => {
    expectError(await publish({}, parent), 403, 'not_authorized');
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = aNotice();
    const answers = [await publish(headers, admin, body), await publish(headers, admin, body)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await rows(school.id)).map(({ operation }) => operation)).toEqual(['createNotice']);
  });

  it('gets one entry of an upload, though room is made for it before', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(aPdf())], { type: 'application/pdf' }), 'a.pdf');
    form.append('entity_type', 'notice');
    const answer = await t.api.post(`/schools/${school.id}/attachments`, { token: admin.token, body: form });
    expect([answer.status, await rows(school.id)]).toMatchObject([
      201,
      [{ operation: 'uploadAttachment', item_id: answer.body.key }],
    ]);
  });

  it('goes with the change: where the entry cannot be written, nothing is', async () => {
    await t.dataSource.query(
      `alter table audit_entries add constraint full_disk check (operation <> 'createNotice') not valid`,
    );
    try {
      expect((await publish()).status).toBe(500);
    } finally {
      await t.dataSource.query('alter table audit_entries drop constraint full_disk');
    }
    expect(await t.dataSource.query('select from notices where school_id = $1', [school.id])).toEqual([]);
  });

  it('tells each school of a change of contact, and none of a school that the person has left', async () => {
    const other = await aSchool(t);
    await other.parent({}, parent);
    const body = { first_name: 'Ada', last_name: 'Park', phone: '+1 518 555 0100' };
    await t.api.patch('/me/contact', { token: parent.token, body });
    const trails = [await rows(school.id), await rows(other.id)];
    expect(trails.map((trail) => trail.map(({ operation }) => operation))).toEqual([
      ['updateMyContact'],
      ['updateMyContact'],
    ]);
    expect(new Set(trails.flat().map(({ membership_id }) => membership_id)).size).toBe(2);
    expect(
      (await t.api.post(`/me/leave-school/${parent.membershipId}`, { token: parent.token })).status,
    ).toBe(204);
    await t.api.patch('/me/contact', { token: parent.token, body });
    expect((await rows(school.id)).map(({ operation }) => operation)).toEqual([
      'updateMyContact',
      'leaveSchool',
    ]);
  });

  it('names nobody who answered an anonymous poll', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    expect((await poll.respond(parent)).status).toBe(200);
    expect(await rows(school.id)).toMatchObject([
      { operation: 'respondToPoll', item_id: poll.id, actor_id: null, membership_id: null, source: '' },
    ]);
    expect((await told())[0]!.actor).toEqual({ kind: 'person', membership_id: null, name: null });
  });

  it('tells signing in to the installation, with the application and the person', async () => {
    const [application, person] = [await anApplication(t), await aPersonWithPassword(t)];
    await application.signIn(person);
    const [entry] = await t.dataSource.query<Row[]>('select * from audit_entries where item_id = $1', [
      person.userId,
    ]);
    expect(entry).toMatchObject({
      school_id: expect.stringMatching(/^[0-]{35}[0-9a-f]$/),
      actor_kind: 'application',
      actor_id: application.clientId,
      operation: 'obtainToken',
    });
  });

  it('stays unchanged, and goes from the beginning alone', async () => {
    for (let count = 0; count < 3; count += 1) await publish();
    const change = (sql: string) => t.dataSource.query(`${sql} and school_id = $1`, [school.id]);
    await expect(change(`update audit_entries set operation = 'none' where position = 1`)).rejects.toThrow(
      'never changed',
    );
    await expect(change('delete from audit_entries where position = 2')).rejects.toThrow(
      'from the beginning',
    );
    await expect(change('delete from audit_entries where position in (1, 3)')).rejects.toThrow(
      'from the beginning',
    );
    expect((await t.app.get(AuditService).verify()).fault).toBeUndefined();
    await change('delete from audit_entries where position in (1, 2)');
    expect((await t.app.get(AuditService).verify()).fault).toEqual({
      school_id: school.id,
      position: 2,
      fault: 'removed before its period was over',
    });
    await t.dataSource.query('update audit_heads set removed_at = null where school_id = $1', [school.id]);
    expect((await t.app.get(AuditService).verify()).fault).toBeUndefined();
  });

  it('numbers each of many writes at once, without a gap', async () => {
    const students = await Promise.all(Array.from({ length: 20 }, () => school.student()));
    const parents = await Promise.all(Array.from({ length: 10 }, () => school.parent()));
    await Promise.all(
      parents.flatMap(({ token }) =>
        students.slice(0, 2).map(({ id }) => t.api.post(`/students/${id}/star`, { token })),
      ),
    );
    expect((await rows(school.id)).map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect((await t.app.get(AuditService).verify()).fault).toBeUndefined();
  });
});
