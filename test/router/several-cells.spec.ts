import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { serveRouter } from '../../src/router/router-server.js';
import { SchoolMap } from '../../src/router/school-map.js';
import { freePort } from '../support/processes/free-port.js';
import { Cell } from '../../src/router/cell.js';
import { StubCell } from './stub-cell.js';

/* Who carries out what of a person with schools in two cells, and what becomes of it while a cell is away. */

let a: StubCell;
let b: StubCell;
let schools: SchoolMap;
let url: string;
let stop: () => Promise<void>;

beforeEach(async () => {
  [a, b] = [new StubCell('a'), new StubCell('b')];
  [a.schools, b.schools] = [[randomUUID()], [randomUUID()]];
  await begin([await a.start(), await b.start()]);
});
afterEach(async () => {
  await stop();
  await Promise.all([a.stop(), b.stop()]);
});

async function begin(cells: Cell[]): Promise<void> {
  schools = new SchoolMap(cells);
  const port = await freePort();
  stop = await serveRouter(schools, { host: '127.0.0.1', port, trustProxy: false });
  url = `http://127.0.0.1:${port}`;
  await schools.refresh();
}

interface Answer {
  status: number;
  body: { of?: string; error?: { code: string } };
}

/** As an app would; cells of ours here answer nothing of the contract. */
async function send(
  line: string,
  headers: Record<string, string> = {},
  token = 'of.a.parent',
): Promise<Answer> {
  const [method, path] = line.split(' ');
  const all = { Authorization: `Bearer ${token}`, 'Content-Length': '0', ...headers };
  const sent = request(`${url}${V1}${path}`, { method, headers: all }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) as Answer['body'] };
}
const answerOf = ({ status, body }: Answer): unknown[] => [status, body.of ?? body.error?.code];
const expectUnavailable = (answer: Answer): void => expect(answerOf(answer)).toEqual([503, 'unavailable']);
const V1 = '/api/v1';

describe('a request of a person with schools in two cells', () => {
  it.each(['PATCH /me/contact', 'PATCH /me/profile-visibility', 'DELETE /me/photo', 'POST /auth/revoke'])(
    '%s is carried out in both',
    async (line) => {
      const [method, path] = line.split(' ');
      expect(answerOf(await send(line))).toEqual([200, 'a']);
      for (const { heard } of [a, b]) expect(heard).toEqual([`${method} ${V1}${path}`]);
    },
  );

  it.each([400, 401, 409])('gets %s of the first cell before anything has changed', async (status) => {
    a.answers = { [`PATCH ${V1}/me/contact`]: status };
    expect((await send('PATCH /me/contact')).status).toBe(status);
    expect(b.heard).toEqual([]);
  });

  it.each([403, 404])('goes on after a %s of a cell that has nothing to change', async (status) => {
    a.answers = { [`DELETE ${V1}/me/photo`]: status };
    expect(answerOf(await send('DELETE /me/photo'))).toEqual([200, 'b']);
  });

  it('asks to be sent again when the second cell could not', async () => {
    b.answers = { [`PATCH ${V1}/me/contact`]: 500 };
    expectUnavailable(await send('PATCH /me/contact'));
  });

  it('keeps its tag for the one cell that gave it', async () => {
    await send('PATCH /me/contact', { 'If-Match': '"1"' });
    expect([a.heard, b.heard]).toEqual([[`PATCH ${V1}/me/contact if "1"`], [`PATCH ${V1}/me/contact`]]);
  });

  it.each(['leave-school', 'confirmation', 'sessions'])('finds what %s names by its id', async (what) => {
    const line = `POST /me/${what}/${randomUUID()}`;
    a.answers = { [line.replace(' ', ` ${V1}`)]: 404 };
    expect(answerOf(await send(line))).toEqual([200, 'b']);
    b.heard.length = 0;
    a.answers = {};
    expect(answerOf(await send(line))).toEqual([200, 'a']);
    expect(b.heard).toEqual([]);
  });

  it.each([
    'GET /me/mail',
    'PATCH /me/mail',
    'POST /me/photo',
    'POST /me/photo/upload-url',
    'GET /me/contact',
  ])('%s is for the cell whose name the address has, or the first', async (line) => {
    expect(answerOf(await send(line))).toEqual([200, 'a']);
    expect(b.heard).toEqual([]);
    expect(answerOf(await send(line, { Host: 'b.example' }))).toEqual([200, 'b']);
    expect(a.heard).toHaveLength(1);
  });

  it('asks the person’s cells for a school that nobody has', async () => {
    a.person = { account: false, member: false, own: false };
    expect(answerOf(await send(`GET /schools/${randomUUID()}/students`))).toEqual([200, 'b']);
    expect(a.heard).toEqual([]);
  });
});

describe('a router that is told to stop', () => {
  it('sees what has begun carried out in every cell, though the client has hung up', async () => {
    const held = Promise.withResolvers<void>();
    b.waitsFor = held.promise;
    const client = new AbortController();
    const headers = { Authorization: 'Bearer of.a.parent' };
    const sent = fetch(`${url}${V1}/me/profile-visibility`, {
      method: 'PATCH',
      headers,
      signal: client.signal,
    });
    sent.catch(() => undefined);
    await b.isAsked;
    client.abort();
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await Promise.race([stopped, delay(500)]);
    expect(isStopped).toBe(false);
    held.resolve();
    await stopped;
    expect(b.heard).toEqual([`PATCH ${V1}/me/profile-visibility`]);
  });
});

describe('a secret', () => {
  it.each([401, 404, 429])('reaches the next cell after %s', async (status) => {
    const line = 'GET /api/calendar/subscribe/x.ics';
    a.answers = { [line]: status };
    const answer = await fetch(`${url}/api/calendar/subscribe/x.ics`);
    expect([answer.status, await answer.json()]).toEqual([200, { of: 'b' }]);
  });

  it.each([403, 404])('gets the refusal of the cell that knows it: %s', async (status) => {
    const path = '/carddav/books/';
    a.answers = { [`GET ${path}`]: 401 };
    b.answers = { [`GET ${path}`]: status };
    const headers = { Authorization: 'Basic x' };
    expect((await fetch(url + path, { headers })).status).toBe(status);
  });
});

describe('a cell with too much to do', () => {
  it('refuses at once what is more than it may be asked at once', async () => {
    schools.cells[0]!.inFlight = 2_000;
    const answer = await fetch(`${url}/docs`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    schools.cells[0]!.inFlight = 1_999;
    for (let times = 0; times < 2; times += 1) expect((await fetch(`${url}/docs`)).status).toBe(200);
  });
});

describe('a list of a person with schools in two cells', () => {
  const correction = (id: string, settled_at: string | null) => ({
    id,
    created_at: '2026-01-02',
    settled_at,
  });
  const path = `GET ${V1}/me/corrections`;

  it('shows a correction once, as the school has answered it where it has moved to', async () => {
    const settled = '2026-02-01T00:00:00Z';
    a.bodies = { [path]: { corrections: [correction('1', null), correction('2', null)] } };
    b.bodies = { [path]: { corrections: [correction('1', settled)] } };
    const { body } = await send('GET /me/corrections');
    expect(body).toMatchObject({ corrections: [{ id: '1', settled_at: settled }, { id: '2' }] });
  });

  it('shows items of a school as the cell has them that has the school', async () => {
    const claims = (id: string) => [...a.schools, ...b.schools].map((school_id) => ({ id, school_id }));
    for (const cell of [a, b]) cell.bodies = { [`GET ${V1}/me/claims`]: { claims: claims(cell.name) } };
    const { body } = await send('GET /me/claims');
    expect(body).toEqual({
      claims: [
        { id: 'a', school_id: a.schools[0] },
        { id: 'b', school_id: b.schools[0] },
      ],
    });
  });

  it('asks to be read again when a cell, or what stands before it, answers something else', async () => {
    a.bodies = { [path]: { corrections: [] } };
    b.bodies = { [path]: '<html>' };
    expectUnavailable(await send('GET /me/corrections'));
  });
});

describe('a cell that is away', () => {
  const away = async (): Promise<void> => {
    b.isDown = true;
    await schools.refresh();
  };

  it('lets nobody see, or change, half of what is theirs', async () => {
    await away();
    for (const line of ['GET /me', 'GET /me/outstanding', 'PATCH /me/contact', 'POST /auth/revoke'])
      expectUnavailable(await send(line));
    expect(a.heard).toEqual([]);
  });

  it('takes nothing from who was known to have no school there', async () => {
    b.person = { account: false, member: false, own: false };
    expect((await send('GET /me')).status).toBe(200);
    await away();
    expect((await send('GET /me')).status).toBe(200);
    expectUnavailable(await send('GET /me', {}, 'of.somebody.else'));
  });

  it('takes nothing from the people of another cell, even if it keeps everybody waiting', async () => {
    a.person = { account: true, member: true, own: true };
    b.person = null;
    expect((await send('GET /me')).status).toBe(200);
  });

  it('keeps nobody waiting once it is known', async () => {
    b.person = null;
    await away();
    b.isDown = false;
    a.person = { account: true, member: true, own: true };
    const asked = b.questions;
    expect((await send('GET /me')).status).toBe(200);
    expect(b.questions).toBe(asked);
  });

  it('still lets an item be read that another one has, and says of no item that it is not there', async () => {
    await away();
    expect((await send('GET /students/1')).status).toBe(200);
    a.answers = { [`GET ${V1}/students/2`]: 404 };
    expectUnavailable(await send('GET /students/2'));
  });

  it('keeps its schools where they were', async () => {
    const [id = ''] = b.schools;
    await away();
    expect(schools.of(id)?.name).toBe('b');
    expectUnavailable(await send(`GET /schools/${id}/students`));
  });
});

describe('a router that starts while a cell is away', () => {
  it('takes a school that it does not know yet for away, and for nobody else’s', async () => {
    await stop();
    b.isDown = true;
    await begin(schools.cells.map(({ name, url: address }) => new Cell(name, address, 'x')));
    expect(schools.isComplete).toBe(false);
    expectUnavailable(await send(`GET /schools/${randomUUID()}/students`));
    b.isDown = false;
    await schools.refresh();
    expect([schools.isComplete, a.heard, b.heard]).toEqual([true, [], []]);
  });
});

describe('a school that two cells name', () => {
  it('stays where it was, and is named', async () => {
    const [id = ''] = b.schools;
    a.schools = [...a.schools, id];
    await schools.refresh();
    expect([schools.of(id)?.name, schools.twice]).toEqual(['b', [id]]);
    b.schools = [];
    await schools.refresh();
    expect([schools.of(id)?.name, schools.twice]).toEqual(['a', []]);
  });
});
