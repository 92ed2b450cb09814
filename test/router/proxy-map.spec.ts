import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProxyMap } from '../../src/router/proxy-map.js';
import { describeBehindProxy } from '../proofs/deployment/proxy.js';
import { freePort } from '../support/processes/free-port.js';

const CONFIGURATION = new URL('../../docker/haproxy-cells.cfg', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'school-directory-proxy-map-'));
const [socket, file] = [join(folder, 'admin.sock'), join(folder, 'schools.map')];
const servers: Server[] = [];
let proxy: ChildProcess;
let url: string;

/** A server that says its name. */
async function named(name: string): Promise<string> {
  const server = createServer((_, response) => void response.end(name)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startProxy(): Promise<void> {
  const LISTEN = `127.0.0.1:${await freePort()}`;
  const [ROUTER, CELL_A, CELL_B] = [await named('router'), await named('a'), await named('b')];
  writeFileSync(file, '');
  proxy = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
    env: {
      ...{ PATH: process.env.PATH, LISTEN, ROUTER, CELL_A, CELL_B },
      ...{ ADMIN_SOCKET: socket, SCHOOLS_MAP: file },
    },
    stdio: 'ignore',
  });
  while (!existsSync(socket)) await delay(10);
  url = `http://${LISTEN}`;
}

const answererOf = async (path: string): Promise<string> => (await fetch(url + path)).text();

async function shown(): Promise<number> {
  const connection = connect(socket);
  connection.end(`show map ${file}\n`);
  return (await text(connection)).split('\n').filter(Boolean).length;
}

describe('a HAProxy that refuses a part of the map', () => {
  it('takes the whole of it back, and counts as one that has no map', async () => {
    const heard: string[] = [];
    const admin = createSocketServer((client) => {
      void text(client).then((line) => {
        const [command = ''] = line.split(' ');
        heard.push(command);
        client.end(
          { prepare: 'New version created: 7\n', commit: "Can't commit version 7.\n" }[command] ?? '\n',
        );
      });
    }).listen(0, '127.0.0.1');
    admin.on('connection', (client) => (client.allowHalfOpen = true));
    await once(admin, 'listening');
    const map = new ProxyMap(`127.0.0.1:${(admin.address() as AddressInfo).port}`, file);
    const entries: [string, string][] = [[randomUUID(), 'a']];
    await expect(map.write(entries)).rejects.toThrow("Can't commit");
    expect([heard, map.isWritten(entries)]).toEqual([['prepare', 'add', 'commit', 'clear'], false]);
    await once(admin.close(), 'close');
  });
});

describeBehindProxy('the map of HAProxy', () => {
  beforeAll(startProxy);
  afterAll(async () => {
    proxy.kill('SIGTERM');
    await once(proxy, 'close');
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('leads what names a school to its cell, and everything else to the router', async () => {
    const [atA, atB] = [randomUUID(), randomUUID()];
    await new ProxyMap(socket, file).write([
      [atA, 'a'],
      [atB, 'b'],
    ]);
    expect(await answererOf(`/api/v1/schools/${atA}/students`)).toBe('a');
    expect(await answererOf(`/api/v1/schools/${atB.toUpperCase()}/watch`)).toBe('b');
    for (const path of [`/api/v1/schools/${randomUUID()}/students`, '/api/v1/me', '/', `/schools/${atA}`])
      expect([path, await answererOf(path)]).toEqual([path, 'router']);
    for (const path of ['/cell/schools', '/CELL/Schools'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  });

  it('takes thousands of schools, each time all of them and no others', async () => {
    const schools = Array.from({ length: 2_001 }, (): [string, string] => [randomUUID(), 'a']);
    const map = new ProxyMap(socket, file);
    await map.write(schools);
    expect([await shown(), map.isWritten(schools)]).toEqual([2_001, true]);
    const [moved, ...others] = schools;
    const after: [string, string][] = [[moved![0], 'b'], ...others.slice(1)];
    expect(map.isWritten(after)).toBe(false);
    await map.write(after);
    expect(await shown()).toBe(2_000);
    expect(await answererOf(`/api/v1/schools/${moved![0]}/students`)).toBe('b');
  });

  it('fails where there is no such map, or no proxy', async () => {
    await expect(new ProxyMap(socket, '/nowhere.map').write([])).rejects.toThrow('HAProxy has no such map');
    await expect(new ProxyMap(join(folder, 'none.sock'), file).write([])).rejects.toThrow();
  });
});
