import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, describe, it } from '@jest/globals';
import { Cell } from '../../src/router/cell.js';
import { serveRouter } from '../../src/router/router-server.js';
import { SchoolMap } from '../../src/router/school-map.js';
import { freePort } from '../support/processes/free-port.js';

/* What a stranger writes onto a connection, byte by byte, and what a cell understands of it. */

interface Heard {
  line: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const heard: Heard[] = [];
const cell = createServer((request, response) => {
  if (request.url === '/early') return void response.writeHead(401).end('{}');
  void text(request).then((body) => {
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    response.end('{}');
  });
});
let port: number;
let stop: () => Promise<void>;

beforeAll(async () => {
  await once(cell.listen(0, '127.0.0.1'), 'listening');
  const schools = new SchoolMap([
    new Cell('a', `http://127.0.0.1:${(cell.address() as AddressInfo).port}`, 'x'),
  ]);
  port = await freePort();
  stop = await serveRouter(schools, { host: '127.0.0.1', port, trustProxy: true });
});
afterAll(async () => {
  await stop();
  cell.closeAllConnections();
  await once(cell.close(), 'close');
});
beforeEach(() => void heard.splice(0));

/** The status of the answer to what is written. */
async function statusOf(...lines: string[]): Promise<number> {
  const client = connect(port, '127.0.0.1');
  client.write(lines.join('\r\n'));
  client.setTimeout(5_000, () => client.destroy());
  const [first] = (await once(client, 'data')) as [Buffer];
  client.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString())?.[1]);
}

const INNER = 'GET /inner HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n';
const CHUNKED = `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`;

describe('a body', () => {
  const METHODS = ['GET', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH'];

  it.each(METHODS)('stays the body of a %s that sends it in pieces', async (method) => {
    const head = [`${method} /docs HTTP/1.1`, 'Host: x', 'Transfer-Encoding: chunked', '', ''];
    expect(await statusOf(head.join('\r\n') + CHUNKED)).toBe(200);
    expect(heard).toMatchObject([{ line: `${method} /docs`, body: INNER }]);
  });

  it.each(METHODS)(
    'keeps the length that a %s says, whatever the connection is said to have',
    async (method) => {
      const connection = 'Connection: keep-alive, content-length, transfer-encoding, host';
      const length = `Content-Length: ${INNER.length}`;
      const head = [`${method} /docs HTTP/1.1`, 'Host: x', connection, length, '', ''];
      expect(await statusOf(head.join('\r\n') + INNER)).toBe(200);
      expect(heard).toMatchObject([{ line: `${method} /docs`, body: INNER, headers: { host: 'x' } }]);
    },
  );

  it('gets 413 as soon as too many pieces have come', async () => {
    const head = ['POST /api/mail/x HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked', '', ''].join('\r\n');
    expect(await statusOf(`${head}2100\r\n${'a'.repeat(0x2100)}\r\n`)).toBe(413);
    expect(heard).toEqual([]);
  });

  it('gets 400 in another coding', async () => {
    const head = ['POST /docs HTTP/1.1', 'Host: x', 'Transfer-Encoding: gzip, chunked', '', '0', '', ''];
    expect(await statusOf(...head)).toBe(400);
    expect(heard).toEqual([]);
  });

  it('stops nobody when a cell does not read it', async () => {
    const head = ['POST /early HTTP/1.1', 'Host: x', 'Content-Length: 2000000', '', ''].join('\r\n');
    for (let times = 0; times < 3; times += 1) expect(await statusOf(head + 'a'.repeat(1_000_000))).toBe(401);
    expect(await statusOf('GET /docs HTTP/1.1', 'Host: x', '', '')).toBe(200);
  });
});

describe('the target of a request', () => {
  it.each(['*@127.0.0.1:9/latest', 'http://127.0.0.1:9/latest', '*'])('%s leads nowhere', async (target) => {
    expect(await statusOf(`OPTIONS ${target} HTTP/1.1`, 'Host: x', '', '')).toBe(400);
    expect(heard).toEqual([]);
  });

  it('arrives as it was sent, and is none of those for the router alone', async () => {
    await statusOf('GET /x/../cell/schools HTTP/1.1', 'Host: x', '', '');
    expect(heard.map(({ line }) => line)).toEqual(['GET /x/../cell/schools']);
    for (const path of ['/cell/schools', '/Cell/Schools', '/CELL/bearer'])
      expect(await statusOf(`GET ${path} HTTP/1.1`, 'Host: x', '', '')).toBe(404);
    expect(heard).toHaveLength(1);
  });
});

describe('where a request comes from', () => {
  it('stays what the proxy in front has seen, whatever the connection is said to have', async () => {
    const connection = 'Connection: x-forwarded-for, x-forwarded-proto, authorization, cookie, x-own';
    const sent = ['X-Forwarded-For: 198.51.100.7', 'X-Own: 1', 'Cookie: a=b', 'X-Forwarded-Proto: https'];
    expect(await statusOf('GET /docs HTTP/1.1', 'Host: x', connection, ...sent, '', '')).toBe(200);
    expect(heard[0]!.headers).toMatchObject({
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'https',
      cookie: 'a=b',
    });
    expect(heard[0]!.headers).not.toHaveProperty('x-own');
  });
});

it('warns of nothing while it answers', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', note);
  for (let times = 0; times < 3; times += 1) await statusOf('GET /docs HTTP/1.1', 'Host: x', '', '');
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
