import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/errors.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';
import { AUDIENCE, OutsideProvider } from '../support/stubs/outside-provider.js';
import type { TestApp } from '../support/test-app.js';
import { TwoCells } from './two-cells.js';

/* A person with children in schools of both cells, who signs in with the provider that both trust. */

const EMAIL = 'maria@example.org';
const provider = new OutsideProvider();
let cells: TwoCells;
let atA: TestSchool;
let atB: TestSchool;
let token: string;

beforeAll(async () => {
  await provider.start();
  cells = await TwoCells.start({
    upstreamTimeoutMs: 10_000,
    outsideIssuer: { issuer: provider.issuer, audience: AUDIENCE, jwksUrl: null },
  });
  [atA, atB] = [await aSchool(cells.a, { name: 'Zebra' }), await aSchool(cells.b, { name: 'Antelope' })];
  await atA.parent({}, await aPerson(cells.a, { email: EMAIL }));
  await atB.parent({}, await aPerson(cells.b, { email: EMAIL }));
  await cells.schools.refresh();
  token = await provider.token({ email: EMAIL, email_verified: true });
});
afterAll(async () => {
  await cells.close();
  await provider.stop();
});

describe('a person with schools in two cells', () => {
  it('sees all of them in one answer, by name', async () => {
    const { status, body } = await cells.api.get('/me', { token });
    expect(status).toBe(200);
    expect(body.memberships).toMatchObject([{ school_id: atB.id }, { school_id: atA.id }]);
    expect(body).toMatchObject({ is_fully_deactivated: false, user: { email: EMAIL } });
  });

  it('gets what is outstanding, claimed, disclosed and corrected in both as one list', async () => {
    for (const [path, member] of [
      ['/me/outstanding', 'items'],
      ['/me/disclosures', 'disclosures'],
      ['/me/claims', 'claims'],
      ['/me/corrections', 'corrections'],
    ] as const) {
      const { status, body } = await cells.api.get(path, { token });
      expect([path, status, Array.isArray(body[member])]).toEqual([path, 200, true]);
    }
    for (const school of [atA, atB])
      expect((await cells.api.get(`/me/claims?schoolId=${school.id}`, { token })).status).toBe(200);
  });

  it('exports what both hold as one document', async () => {
    for (const [cell, school] of [
      [cells.a, atA],
      [cells.b, atB],
    ] as const) {
      const body = { name: `At ${school.id}` };
      expect((await cell.api.post(`/schools/${school.id}/lists`, { token, body })).status).toBe(201);
    }
    const { status, body, headers } = await cells.api.get('/me/export', { token });
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ]);
    const own = (await cells.a.api.get('/me/export', { token })).body;
    expect(Object.keys(body as object)).toEqual(Object.keys(own as object));
    for (const member of ['memberships', 'lists']) {
      const schools = (body[member] as { school_id: string }[]).map(({ school_id: id }) => id);
      expect([member, schools.sort()]).toEqual([member, [atA.id, atB.id].sort()]);
    }
  });

  it('finds a student of either, and of no school else', async () => {
    for (const school of [atA, atB]) {
      const { id } = await school.student();
      expect((await cells.api.get(`/students/${id}`, { token })).body).toMatchObject({ id });
    }
    const elsewhere = await (await aSchool(cells.b)).student();
    expectError(await cells.api.get(`/students/${elsewhere.id}`, { token }), 404, 'not_found');
  });

  it('changes what they choose for all their schools in both cells', async () => {
    const body = { first_name: 'Maria', last_name: 'Park', phone: '+12025550123' };
    const { status } = await cells.api.patch('/me/contact', { token, body });
    expect(status).toBe(200);
    for (const cell of [cells.a, cells.b]) {
      const direct = await cell.api.get('/me/contact', { token });
      expect(direct.body).toMatchObject({ last_name: 'Park', phone: '+12025550123' });
    }
  });

  it('sees what they chose carried out in both cells, though they hang up in between', async () => {
    const held = cells.a.dataSource.createQueryRunner();
    await held.startTransaction();
    await held.query('select from memberships where school_id = $1 for update', [atA.id]);
    const client = new AbortController();
    const sent = fetch(`${cells.url}/api/v1/me/contact`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ first_name: 'Wren', last_name: 'Lark', phone: '' }),
      signal: client.signal,
    }).catch(() => null);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await cells.a.dataSource.query<unknown[]>(waits)).length === 0) await delay(20);
    client.abort();
    expect(await sent).toBeNull();
    await held.rollbackTransaction();
    await held.release();
    const lastNameAt = async (cell: TestApp): Promise<unknown> =>
      (await cell.api.get('/me/contact', { token })).body.last_name;
    while ((await lastNameAt(cells.b)) !== 'Lark') await delay(20);
    expect(await lastNameAt(cells.a)).toBe('Lark');
  });

  it('loses a school that moves at the cell that it has left', async () => {
    const moving = await aSchool(cells.a, { name: 'Mole' });
    await moving.parent(
      {},
      await cells.a.dataSource
        .query('select id as "userId" from users where email = $1', [EMAIL])
        .then(([found]: [{ userId: string }]) => ({ ...found, email: EMAIL, token })),
    );
    await cells.schools.refresh();
    const names = async () =>
      ((await cells.api.get('/me', { token })).body.memberships as { school_name: string }[]).map(
        ({ school_name }) => school_name,
      );
    expect(await names()).toEqual(['Antelope', 'Mole', 'Zebra']);
    await cells.a.dataSource.query('update schools set moved_at = now() where id = $1', [moving.id]);
    await aSchool(cells.b, { id: moving.id });
    await cells.schools.refresh();
    expect(await names()).toEqual(['Antelope', 'Zebra']);
  });
});

describe('a person with a school in one cell', () => {
  it('gets no account anywhere else', async () => {
    const email = 'only@example.org';
    await atB.parent({}, await aPerson(cells.b, { email }));
    const own = await provider.token({ email, email_verified: true });
    expect((await cells.api.get('/me', { token: own })).body.memberships).toMatchObject([
      { school_id: atB.id },
    ]);
    expect(await cells.a.dataSource.query('select from users where email = $1', [email])).toEqual([]);
  });

  it('follows that school to another cell at once', async () => {
    const email = 'moving@example.org';
    const moving = await aSchool(cells.a);
    await moving.parent({}, await aPerson(cells.a, { email }));
    await cells.schools.refresh();
    const own = await provider.token({ email, email_verified: true });
    const schools = async () =>
      ((await cells.api.get('/me', { token: own })).body.memberships as { school_name: string }[]).map(
        ({ school_name }) => school_name,
      );
    expect(await schools()).toHaveLength(1);
    await cells.a.dataSource.query('update schools set moved_at = now() where id = $1', [moving.id]);
    const there = await aSchool(cells.b, { id: moving.id, name: 'There' });
    await there.parent({}, await aPerson(cells.b, { email }));
    await cells.schools.refresh();
    expect(await schools()).toEqual(['There']);
  });

  it('stays who they are when the provider has another address of theirs', async () => {
    await atB.parent({}, await aPerson(cells.b, { email: 'before@example.org' }));
    for (const email of ['before@example.org', 'after@example.org']) {
      const own = await provider.token({ email, email_verified: true }, AUDIENCE, 'auth0|wren');
      const { body } = await cells.api.get('/me', { token: own });
      expect(body.memberships).toMatchObject([{ school_id: atB.id }]);
    }
    expect(await cells.a.dataSource.query(`select from users where email like '%after@example.org'`)).toEqual(
      [],
    );
  });

  it('stays apart from whoever the provider gives the same address later', async () => {
    const email = 'handed-on@example.org';
    await atB.parent({}, await aPerson(cells.b, { email }));
    const schoolsOf = async (subject: string): Promise<unknown> => {
      const own = await provider.token({ email, email_verified: true }, AUDIENCE, subject);
      const { status, body } = await cells.api.get('/me', { token: own });
      return [status, (body.memberships as { school_id: string }[]).map(({ school_id }) => school_id)];
    };
    expect(await schoolsOf('auth0|first')).toEqual([200, [atB.id]]);
    expect(await schoolsOf('auth0|second')).toEqual([200, []]);
  });

  it('gets no account by asking for a school of nobody', async () => {
    const email = 'asks@example.org';
    await atB.parent({}, await aPerson(cells.b, { email }));
    const own = await provider.token({ email, email_verified: true });
    const path = `/schools/${randomUUID()}/students`;
    expect((await cells.api.get(path, { token: own })).status).toBe(403);
    expect(await cells.a.dataSource.query('select from users where email = $1', [email])).toEqual([]);
  });

  it('finds nothing by a token that somebody else has signed', async () => {
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ iss: provider.issuer, email: EMAIL, email_verified: true })).toString('base64url')}.`;
    const answer = await cells.api.get('/me', { token: forged });
    expectError(answer, 401, 'not_authenticated');
    // Not of the cell where the person is: nobody else learns that.
    const item = await cells.api.get(`/polls/${randomUUID()}`, { token: forged });
    expect(item.headers.get('www-authenticate')).toContain('http://a.school.example/');
  });
});
