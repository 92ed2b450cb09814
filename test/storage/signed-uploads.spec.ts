import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf, PNG, REFUSED, startEmbeddedApp, type EmbeddedApp } from './embedded-app.js';

const MAX = 1000;

let e: EmbeddedApp;
beforeAll(async () => {
  e = await startEmbeddedApp();
});
afterAll(() => e.close());

const put = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'PUT', headers: { 'Content-Type': PNG, ...headers }, body });

describe('PUT /storage/*key', () => {
  it('refuses a body that is announced as too large, before it comes', async () => {
    const path = pathOf(await e.upload('uploads/announced.png', MAX));
    const answer = await e.raw('PUT', path, [`Content-Type: ${PNG}`, `Content-Length: ${MAX + 1}`]);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
    expect(await e.read('uploads/announced.png')).toBeUndefined();
  });

  it('refuses a body that grows too large, and stores nothing of it', async () => {
    const before = e.files();
    const path = pathOf(await e.upload('uploads/grown.png', MAX));
    const chunk = `100\r\n${'x'.repeat(256)}\r\n`;
    const headers = [`Content-Type: ${PNG}`, 'Transfer-Encoding: chunked'];
    const answer = await e.raw('PUT', path, headers, `${chunk.repeat(40)}0\r\n\r\n`);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
    expect(e.files()).toEqual(before);
  });

  it('lets a client that is still writing finish, and hear the refusal', async () => {
    const body = Buffer.alloc(20_000_000, 'x');
    for (const headers of [{ 'Transfer-Encoding': 'chunked' }, { 'Content-Length': body.byteLength }]) {
      const url = await e.upload('uploads/long.png', MAX);
      const sending = request(url, { method: 'PUT', headers: { 'Content-Type': PNG, ...headers } });
      const [[answer]] = (await Promise.all([
        once(sending, 'response'),
        new Promise((resolve) => sending.end(body, () => resolve(null))),
      ])) as [[IncomingMessage], null];
      expect(answer.statusCode).toBe(413);
      answer.resume();
    }
    expect(await e.read('uploads/long.png')).toBeUndefined();
  });

  it('takes a body of exactly the bound, in chunks as well', async () => {
    const url = await e.upload('uploads/exact.png', MAX);
    expect((await put(url, 'x'.repeat(MAX))).status).toBe(200);
    const body = new Blob(['y'.repeat(600), 'y'.repeat(400)]).stream();
    const init = { method: 'PUT', headers: { 'Content-Type': PNG }, body, duplex: 'half' };
    expect((await fetch(url, init as RequestInit)).status).toBe(200);
    expect(await e.read('uploads/exact.png')).toBe('y'.repeat(MAX));
  });

  it('keeps the old object, and nothing of the new one, when the client goes away', async () => {
    const url = await e.upload('uploads/aborted.png', MAX);
    await put(url, 'the old one');
    const before = e.files();
    for (const headers of [{ 'Content-Length': '900' }, { 'Transfer-Encoding': 'chunked' }]) {
      const sending = request(url, { method: 'PUT', headers: { 'Content-Type': PNG, ...headers } });
      sending.on('error', () => undefined);
      sending.write('x'.repeat(500));
      await until(() => e.files().length > before.length);
      sending.destroy();
      await until(() => e.files().length === before.length);
    }
    expect(e.files()).toEqual(before);
    expect(await e.read('uploads/aborted.png')).toBe('the old one');
  });

  it('refuses a JSON body unread, like every other type', async () => {
    const url = await e.upload('uploads/json.png', MAX);
    for (const body of ['{', `"${'x'.repeat(2_000_000)}"`]) {
      const answer = await put(url, body, { 'Content-Type': 'application/json' });
      expect([answer.status, await answer.json()]).toEqual([403, REFUSED]);
    }
  });

  it('takes no type, and no doubled one, in the place of the right one', async () => {
    const path = pathOf(await e.upload('uploads/untyped.png', MAX));
    for (const types of [[], ['Content-Type: image/jpeg', `Content-Type: ${PNG}`], ['Content-Type:']]) {
      const answer = await e.raw('PUT', path, [...types, 'Content-Length: 1'], 'x');
      expect([answer.status, answer.body]).toEqual([403, REFUSED]);
    }
    expect(await e.read('uploads/untyped.png')).toBeUndefined();
  });

  it('answers 200 without a body, for nobody to keep', async () => {
    const answer = await put(await e.upload('uploads/right.png', MAX), 'right');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  it('clears away what a process that died has left, a day later at the latest', async () => {
    const url = await e.upload('uploads/first.png', MAX);
    const sending = request(url, {
      method: 'PUT',
      headers: { 'Content-Type': PNG, 'Content-Length': '900' },
    });
    sending.on('error', () => undefined);
    sending.write('half');
    const drafts = (): string[] => e.files().filter((file) => file.startsWith('.drafts/'));
    await until(() => drafts().length === 1);
    e.t.clock.advance(24 * 60 * 60 * 1000);
    await e.write('uploads/second.png', 'x');
    expect(drafts()).toEqual([]);
    sending.destroy();
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition() && performance.now() < deadline) await delay(10);
  expect(condition()).toBe(true);
}
