import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cell } from '../../src/router/cell.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
} from '../support/application.factory.js';
import { expectError } from '../support/errors.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { CELL_TOKEN, TwoCells } from './two-cells.js';

let cells: TwoCells;
let atA: TestSchool;
let atB: TestSchool;
let parentA: TestMember;
let parentB: TestMember;

beforeAll(async () => {
  cells = await TwoCells.start();
  [atA, atB] = [await aSchool(cells.a), await aSchool(cells.b)];
  [parentA, parentB] = [await atA.parent(), await atB.parent()];
  await cells.schools.refresh();
});
afterAll(() => cells.close());

/** As a client that wrote another host into its request. */
async function getAs(host: string, path: string, headers: Record<string, string> = {}) {
  const sent = request(cells.url + path, { headers: { host, ...headers } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

describe('what cells tell the router', () => {
  it('stays hidden without the token, and by the address of the router', async () => {
    const ask = (url: string, token?: string) =>
      fetch(`${url}/cell/schools`, token ? { headers: { 'X-Cell-Token': token } } : {});
    for (const answer of [
      await ask(cells.a.url),
      await ask(cells.a.url, 'another'.repeat(6)),
      await ask(cells.url, CELL_TOKEN),
    ])
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    const people = await fetch(`${cells.url}/cell/people`, {
      method: 'POST',
      headers: { 'X-Cell-Token': CELL_TOKEN, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: parentA.email }),
    });
    expect(people.status).toBe(404);
  });

  it('answers 304 while nothing has changed', async () => {
    const headers = { 'X-Cell-Token': CELL_TOKEN };
    const first = await fetch(`${cells.a.url}/cell/schools`, { headers });
    expect(await first.json()).toMatchObject({
      site_url: 'http://a.school.example',
      schools: expect.arrayContaining([atA.id]),
    });
    const again = await fetch(`${cells.a.url}/cell/schools`, {
      headers: { ...headers, 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe('a request that names a school', () => {
  it('reaches the cell that has it, and comes back in its words', async () => {
    for (const [school, { token }] of [
      [atA, parentA],
      [atB, parentB],
    ] as const) {
      const answer = await cells.api.get(`/schools/${school.id}/students`, { token });
      expect(answer.status).toBe(200);
      const capitals = `/schools/${school.id.toUpperCase()}/students`;
      expect((await cells.api.get(capitals, { token })).status).toBe(200);
    }
    expectError(await cells.api.get(`/schools/${atB.id}/students`), 401, 'not_authenticated');
  });

  it('shows nobody the school of another cell', async () => {
    expect((await cells.api.get(`/schools/${atB.id}/students`, { token: parentA.token })).status).toBe(401);
    expect((await cells.api.get(`/me/claims?schoolId=${atB.id}`, { token: parentA.token })).status).toBe(401);
  });

  it('keeps tags, and takes writes', async () => {
    const { token } = await atB.admin();
    const path = `/schools/${atB.id}/notices`;
    const body = { title: 'Snow', body: 'No school.', expires_at: '2027-11-01T00:00:00Z' };
    const made = await cells.api.post(path, { token, body });
    expect(made.status).toBe(201);
    const read = await cells.api.get(path, { token });
    expect(read.text).toContain('Snow');
    const again = await cells.api.get(path, {
      token,
      headers: { 'If-None-Match': read.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('follows a school that moves', async () => {
    const school = await aSchool(cells.a);
    await cells.schools.refresh();
    expect(cells.schools.of(school.id)?.name).toBe('a');
    await cells.a.dataSource.query('update schools set moved_at = now() where id = $1', [school.id]);
    await aSchool(cells.b, { id: school.id });
    await cells.schools.refresh();
    expect(cells.schools.of(school.id)?.name).toBe('b');
  });
});

describe('a request that names no school', () => {
  it('reaches the cell that takes the token of the person', async () => {
    for (const { token, email } of [parentA, parentB]) {
      expect((await cells.api.get('/me', { token })).body).toMatchObject({ user: { email } });
      expect((await cells.api.get('/me', { token })).headers.get('etag')).toBeTruthy();
    }
    const student = await atB.student();
    const path = `/students/${student.id}`;
    expect((await cells.api.get(path, { token: parentB.token })).status).toBe(200);
    expect((await cells.api.get(path, { token: parentA.token })).status).toBe(404);
  });

  it('gets the refusal of any cell without a token, or with one of nobody', async () => {
    for (const token of [undefined, 'invented', 'a.b.c', '%00'])
      expectError(await cells.api.get('/me', { token }), 401, 'not_authenticated');
  });

  it('finds a feed by its token, wherever it is', async () => {
    const made = await cells.api.post(`/schools/${atB.id}/calendar/subscriptions`, {
      token: parentB.token,
      body: {},
    });
    const { pathname, host } = new URL(made.body.subscription.feed_url as string);
    expect(host).toBe('b.school.example');
    for (const name of ['a.school.example', 'b.school.example', 'school.example']) {
      const feed = await getAs(name, pathname);
      expect([feed.status, feed.text.split('\r\n')[0]]).toEqual([200, 'BEGIN:VCALENDAR']);
    }
    expect(
      (await getAs('a.school.example', pathname.replace(/subscribe\/..../, 'subscribe/xxxx'))).status,
    ).toBe(404);
  });

  it('shows the pages of the cell whose name the address has', async () => {
    for (const name of ['a', 'b']) {
      const metadata = await getAs(`${name}.school.example`, '/.well-known/oauth-protected-resource');
      expect(JSON.parse(metadata.text)).toMatchObject({ resource: `http://${name}.school.example` });
    }
  });
});

describe('a sign-in', () => {
  it('reaches the cell where the person has a place, and no other', async () => {
    const [person, stranger] = [await aPersonWithPassword(cells.b), await aPerson(cells.a)];
    await atB.parent({}, person);
    const application = await anApplication(cells.b);
    const headers = { authorization: application.basic };
    const signIn = (email: string, password: string) =>
      cells.api.post('/auth/token', { body: { grant_type: 'password', email, password }, headers });
    const { status, body } = await signIn(person.email, PASSWORD);
    expect(status).toBe(200);
    expect((await cells.api.get('/me', { token: body.access_token })).body).toMatchObject({
      user: { email: person.email },
    });
    expect((await signIn(person.email, 'a wrong password')).status).toBe(401);
    expect((await signIn(stranger.email, PASSWORD)).status).toBe(401);
    const triesAtA = () => cells.a.dataSource.query('select key, points from attempt_counts order by key');
    const before: unknown = await triesAtA();
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await cells.api.post('/auth/token', { body: renewal, headers })).status).toBe(200);
    // A try at the wrong cell would count there, against everybody behind the same address.
    expect(await triesAtA()).toEqual(before);
  });
});

describe('a sign-in of who has accounts in two cells', () => {
  it('reaches the one where they have a place, whichever takes the password', async () => {
    const { email } = await aPersonWithPassword(cells.a);
    await atB.parent({}, await aPersonWithPassword(cells.b, { email }));
    const { basic: authorization, clientId } = await anApplication(cells.b);
    // An app behind one address has the same credentials at all cells.
    const [application] = await cells.b.dataSource.query<{ row: object }[]>(
      'select to_json(a) as row from applications a where id = $1',
      [clientId],
    );
    await cells.a.dataSource.query(
      'insert into applications select * from json_populate_record(null::applications, $1)',
      [application!.row],
    );
    const { status, body } = await cells.api.post('/auth/token', {
      ...{ body: { grant_type: 'password', email, password: PASSWORD }, headers: { authorization } },
    });
    expect(status).toBe(200);
    const { memberships } = (await cells.api.get('/me', { token: body.access_token })).body;
    expect(memberships).toMatchObject([{ school_id: atB.id }]);
  });
});

describe('a second step', () => {
  it('reaches the cell where the sign-in began', async () => {
    const person = await aPersonWithTwoStep(cells.b);
    await atB.parent({}, person);
    const { basic } = await anApplication(cells.b);
    const credentials = { grant_type: 'password', email: person.email, password: PASSWORD };
    const headers = { authorization: basic };
    const { body } = await cells.api.post('/auth/token', { body: credentials, headers });
    const token = body.access_token as string;
    expectError(await cells.api.get('/me', { token }), 401, 'mfa_required');
    const opened = await cells.api.post('/auth/two-step/challenge', { token, body: { method: 'totp' } });
    const verified = await cells.api.post('/auth/two-step/verify', {
      token,
      body: { challenge_id: opened.body.challenge_id, code: person.recoveryCodes[0] },
    });
    expect([verified.status, verified.text]).toEqual([200, verified.text]);
    expect((await cells.api.get('/me', { token: verified.body.access_token })).status).toBe(200);
  });
});

describe('what costs too much, or comes to nobody', () => {
  it('gets 413 where several cells would have to be asked', async () => {
    const sizes = {
      '/api/mail/unsubscribe/token': 8193,
      '/api/v1/auth/token': 8193,
      '/carddav/': 1024 * 1024 + 1,
    };
    const headers = { Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
    for (const [path, bytes] of Object.entries(sizes)) {
      const body = Buffer.alloc(bytes, 'a');
      const answer = await fetch(cells.url + path, { method: 'POST', headers, body });
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        413,
        { error: { code: 'payload_too_large' } },
      ]);
    }
  });

  it('keeps what it knows of a cell that has too much to do, and says which one refuses its token', async () => {
    const other = new Cell('c', cells.a.url, 'another'.repeat(6));
    expect(await other.refresh()).toBe(false);
    expect(other.fault).toBe('refuses this CELL_TOKEN');
    const nobody = new Cell('d', 'http://127.0.0.1:9', CELL_TOKEN);
    await nobody.refresh();
    expect(nobody.fault).toBe('does not answer');
    const busy = createServer((_, response) => void response.writeHead(503).end()).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const full = new Cell('e', `http://127.0.0.1:${(busy.address() as AddressInfo).port}`, CELL_TOKEN);
    expect([await full.refresh(), full.fault]).toEqual([false, null]);
    await once(busy.close(), 'close');
  });

  it('takes away the schools of a cell that is gone, and no others', async () => {
    const own = await TwoCells.start();
    const [here, gone] = [await aSchool(own.a), await aSchool(own.b)];
    const [parent, lost] = [await here.parent(), await gone.parent()];
    await own.schools.refresh();
    await own.b.app.close();
    await own.schools.refresh();
    const read = (id: string, token: string) => own.api.get(`/schools/${id}/students`, { token });
    expect((await read(here.id, parent.token)).status).toBe(200);
    expect((await own.api.get('/me', { token: parent.token })).status).toBe(200);
    const refused = await read(gone.id, lost.token);
    expectError(refused, 503, 'unavailable');
    expect(refused.headers.get('retry-after')).toBe('1');
    expectError(await own.api.get('/me', { token: lost.token }), 503, 'unavailable');
    expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
    await own.close().catch(() => undefined);
  });
});
