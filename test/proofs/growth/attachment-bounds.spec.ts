import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Attachment } from '../../../src/features/attachments/attachment.entity.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { field, filePart, FORM_TYPE, spooledFiles, wire } from '../../support/upload.factory.js';
import { expectError } from '../../support/errors.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';

const MAX = 10 * 1024 * 1024;
const FOR_A_DOCUMENT = field('entity_type', 'document');

let app: PhotoApp;
let school: TestSchool;
let path: string;
let token: string;
beforeAll(async () => {
  app = await startPhotoApp();
  school = await aSchool(app.t);
  ({ token } = await school.admin());
  path = `/schools/${school.id}/attachments`;
});
afterAll(() => app.close());
afterEach(async () => {
  await until(() => spooledFiles().length === 0);
});

const formOf = (sizeBytes: number): Buffer => wire([filePart(aPdf('Yearbook', sizeBytes)), FOR_A_DOCUMENT]);

const open = (headers: Record<string, string | number>, by = token): ClientRequest =>
  request(`${app.t.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, 'content-type': FORM_TYPE, ...headers },
  });

/** Told, and not told. */
const lengths = (body: Buffer): Record<string, string | number>[] => [
  { 'content-length': body.length },
  { 'transfer-encoding': 'chunked' },
];

/** The head alone, and the answer to it. */
async function announce(length: number, by = token): Promise<string> {
  const { hostname, port } = new URL(app.t.url);
  const socket = connect(Number(port), hostname);
  const heads = [`POST /api/v1${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${by}`];
  socket.write([...heads, `Content-Type: ${FORM_TYPE}`, `Content-Length: ${length}`, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

const storedSizes = async (): Promise<number[]> =>
  (await app.t.dataSource.manager.findBy(Attachment, { schoolId: school.id })).map((row) => row.sizeBytes);

describe('A file of more than 10 MB', () => {
  it('fails with one byte too many', async () => {
    const body = formOf(MAX + 1);
    const answer = await app.t.api.post(path, { token, body, headers: { 'content-type': FORM_TYPE } });
    expectError(answer, 413, 'payload_too_large');
    expect(await storedSizes()).toEqual([]);
  });

  it('fails at its first byte too many, while the client waits for an answer before it goes on', async () => {
    const sending = open({ 'transfer-encoding': 'chunked' });
    const body = formOf(MAX + 1);
    sending.write(body.subarray(0, body.indexOf('%PDF') + MAX + 1));
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
    answer.resume();
    sending.destroy();
  });

  it('fails before it comes when it is announced, and so does everything of someone who may not upload', async () => {
    expect(await announce(1024 ** 3)).toMatch(/^HTTP\/1\.1 413 /);
    const { token: parents } = await school.parent();
    expect(await announce(1024 ** 3, parents)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await announce(1024 ** 3, 'garbage')).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('fails so that a client hears it that reads only when it has written everything', async () => {
    const body = Buffer.concat([formOf(MAX), Buffer.alloc(9_000_000)]);
    for (const headers of lengths(body)) {
      const sending = open(headers);
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      await new Promise<void>((resolve) => sending.end(body, () => resolve()));
      const [answer] = await answered;
      expect(answer.statusCode).toBe(413);
      answer.resume();
    }
  });
});

describe('A file of 10 MB', () => {
  it('passes, with a length and without', async () => {
    const body = formOf(MAX);
    const headers = { 'content-type': FORM_TYPE };
    expect((await app.t.api.post(path, { token, body, headers })).status).toBe(201);
    const sending = open({ 'transfer-encoding': 'chunked' });
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(201);
    answer.resume();
    expect(await storedSizes()).toEqual([MAX, MAX]);
  });

  it('leaves nothing when the client goes away in the middle of it, and later', async () => {
    const [before, objects] = [await storedSizes(), app.objects()];
    const body = formOf(MAX);
    for (const headers of lengths(body))
      for (const part of [1000, MAX / 2, body.length - 10]) {
        const sending = open(headers);
        sending.on('error', () => undefined);
        sending.write(body.subarray(0, part));
        await until(() => spooledFiles().length === 1);
        sending.destroy();
        await until(() => spooledFiles().length === 0);
      }
    expect([await storedSizes(), app.objects()]).toEqual([before, objects]);
  });

  it('leaves nothing when the client goes away while it is asked who it is', async () => {
    const body = formOf(MAX);
    await app.t.dataSource.transaction(async (manager) => {
      await manager.query('lock table memberships in access exclusive mode');
      const sending = open({ 'content-length': body.length });
      sending.on('error', () => undefined);
      sending.write(body.subarray(0, 1000));
      await untilWaiting(app.t.dataSource);
      sending.destroy();
      await delay(50);
    });
    // Whoever comes next is served, and the file of the one before is gone (afterEach).
    const answer = await app.t.api.get('/me', { token });
    expect(answer.status).toBe(200);
  });
});

describe('A refusal', () => {
  it('lets the connection serve on when the rest of the form is short', async () => {
    const { hostname, port } = new URL(app.t.url);
    const socket = connect(Number(port), hostname);
    const body = wire([
      filePart('x', 'filename="a"', 'text/plain', 'other'),
      ...Array.from({ length: 50 }, () => FOR_A_DOCUMENT),
    ]);
    const heads = [
      `POST /api/v1${path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${FORM_TYPE}`,
    ];
    const whole = Buffer.concat([
      Buffer.from([...heads, `Content-Length: ${body.length}`, '', ''].join('\r\n')),
      body,
    ]);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text) => (heard += String(text)));
    socket.write(whole);
    await until(() => heard.includes('validation_failed'));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => heard.includes('HTTP/1.1 200'));
    socket.destroy();
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition() && performance.now() < deadline) await delay(10);
  expect(condition()).toBe(true);
}
