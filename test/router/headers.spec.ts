import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Cell } from '../../src/router/cell.js';
import { serveRouter } from '../../src/router/router-server.js';
import { SchoolMap } from '../../src/router/school-map.js';
import { freePort } from '../support/processes/free-port.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A cell that writes down the headers of what it is sent. */
async function aCell(): Promise<{ url: string; heard: IncomingHttpHeaders[]; server: Server }> {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    request.resume();
    response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Keep-Alive', 'timeout=9']).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server };
}

async function aRouter(trustProxy: boolean): Promise<{ url: string; heard: IncomingHttpHeaders[] }> {
  const { url, heard } = await aCell();
  const port = await freePort();
  ends.push(
    await serveRouter(new SchoolMap([new Cell('a', url, 'x')]), { host: '127.0.0.1', port, trustProxy }),
  );
  return { url: `http://127.0.0.1:${port}`, heard };
}

const CLAIMED = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' };

describe('the head of a request', () => {
  it('says where it comes from by what the router has seen, and not by what it claims', async () => {
    const { url, heard } = await aRouter(false);
    await fetch(`${url}/sign-in`, { headers: CLAIMED });
    expect(heard[0]).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });

  it('says it by the proxy in front, where there is one', async () => {
    const { url, heard } = await aRouter(true);
    await fetch(`${url}/sign-in`, { headers: CLAIMED });
    expect(heard[0]).toMatchObject({ 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' });
  });

  it('goes on as the client sent it, but for what belongs to one connection', async () => {
    const { url, heard } = await aRouter(false);
    const sent = { Accept: 'text/html', 'If-None-Match': 'W/"1"', 'User-Agent': 'a school app' };
    await fetch(`${url}/account`, { headers: { ...sent, TE: 'trailers', 'Proxy-Authorization': 'x' } });
    expect(heard[0]).toMatchObject({
      accept: 'text/html',
      'if-none-match': 'W/"1"',
      'user-agent': 'a school app',
      host: new URL(url).host,
    });
    expect(heard[0]).not.toHaveProperty('te');
    expect(heard[0]).not.toHaveProperty('proxy-authorization');
  });
});

describe('the head of an answer', () => {
  it('comes back as the cell sent it, each header as often as there', async () => {
    const { url } = await aRouter(false);
    const { headers } = await fetch(`${url}/account`);
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(headers.get('keep-alive')).not.toBe('timeout=9');
  });
});

describe('a client that hangs up', () => {
  it('ends what the cell is asked for it', async () => {
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const server = createServer((request) => {
      begun.resolve();
      request.once('close', () => ended.resolve());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const port = await freePort();
    const schools = new SchoolMap([new Cell('a', url, 'x')]);
    ends.push(await serveRouter(schools, { host: '127.0.0.1', port, trustProxy: false }));
    const client = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/account`, { signal: client.signal }).catch(() => null);
    await begun.promise;
    client.abort();
    await ended.promise;
    expect(await asked).toBeNull();
    await once(server.close(), 'close');
  });
});

describe('a request that cannot be read', () => {
  it('gets the error body of the contract, as from a cell', async () => {
    const { url } = await aRouter(false);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n');
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ error: { code: 'validation_failed' } });
  });
});
