import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { figure } from '../../support/proofs/figures.js';
import { startDemoApp, type DemoApp } from '../../support/schools/the-demo-school.js';

const MAX_BYTES = 60_000;

let t: DemoApp;
let token: string;
let school: string;
beforeAll(async () => {
  t = await startDemoApp();
  token = await t.token('parent');
  school = (await t.api.get('/me', { token })).body.memberships[0].school_id;
}, 300_000);
afterAll(() => t.close());

/** Everything that comes over the wire, the head included. */
async function bytesOf(path: string, acceptEncoding: string): Promise<number> {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /api/v1${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
      `Accept-Encoding: ${acceptEncoding}\r\nConnection: close\r\n\r\n`,
  );
  let bytes = 0;
  let head = '';
  socket.on('data', (chunk: Buffer) => {
    head ||= chunk.toString('latin1', 0, 12);
    bytes += chunk.length;
  });
  await once(socket, 'close');
  expect(head).toBe('HTTP/1.1 200');
  return bytes;
}

async function opening(acceptEncoding: string): Promise<[path: string, bytes: number][]> {
  const ofSchool = ['/features', '/students', '/calendar', '/notices', '/watch'];
  const paths = ['/me', ...ofSchool.map((path) => `/schools/${school}${path}`), '/me/outstanding'];
  const found: [string, number][] = [];
  for (const path of paths) found.push([path.replace(school, '…'), await bytesOf(path, acceptEncoding)]);
  return found;
}
const sum = (found: [string, number][]): number => found.reduce((all, [, bytes]) => all + bytes, 0);

describe('opening an app', () => {
  it(`sends the demo parent at most ${MAX_BYTES / 1000} kB, cold, heads included`, async () => {
    const [packed, plain] = [await opening('br, gzip'), await opening('identity')];
    for (const [index, [path, bytes]] of packed.entries())
      figure(`Bytes of GET ${path}, compressed and as it is`, `${bytes} / ${plain[index]![1]}`);
    figure('Bytes of opening an app, compressed', sum(packed), `at most ${MAX_BYTES}`);
    figure('Bytes of opening an app, as it is', sum(plain));
    expect(sum(packed)).toBeLessThanOrEqual(MAX_BYTES);
    expect(sum(plain)).toBeGreaterThan(2 * MAX_BYTES);
  });
});
