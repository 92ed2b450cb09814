import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { figure } from '../../support/proofs/figures.js';
import { Follower } from '../../support/changes/follower.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Bytes of a request and of its answer, headers included. */
interface Exchange {
  sent: number;
  received: number;
  text: string;
}

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());

/** As an app sends it: over a socket, with the headers of an ordinary client. */
async function exchange(path: string, token: string): Promise<Exchange> {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  const request = [
    `GET /api/v1${path} HTTP/1.1`,
    'Host: directory.example.org',
    'User-Agent: SchoolApp/4.2 (iPhone; iOS 20.1)',
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate, br',
    'Accept-Language: en-US',
    `Authorization: Bearer ${token}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part)).write(request);
  await once(socket, 'close');
  const answer = Buffer.concat(parts);
  return { sent: Buffer.byteLength(request), received: answer.length, text: answer.toString('latin1') };
}

const A_KB = 1_000;

describe('One changed phone number', () => {
  it('costs whoever follows the cursor at most 1 kB each way, headers included', async () => {
    const ada = await school.student();
    const mother = await school.parentOf(ada);
    const reader = await school.parent();
    const { token } = mother;
    const call = (phone: string) =>
      t.api.patch('/me/contact', { token, body: { first_name: 'Wren', last_name: 'Park', phone } });
    await call('+12125550100');
    const follower = await Follower.begin(t, school, reader);
    expect((await call('+12125550101')).status).toBe(200);
    const path = `/schools/${school.id}/changes?since=${encodeURIComponent(follower.cursor)}`;
    const { sent, received, text } = await exchange(path, reader.token);
    expect(text).toContain(`{"changes":[{"type":"student","id":"${ada.id}","change":"changed"}],"cursor":`);
    figure('Bytes that a client sends to hear of one changed phone number', sent, '1,000');
    figure('Bytes that it gets', received, '1,000');
    expect(sent).toBeLessThanOrEqual(A_KB);
    expect(received).toBeLessThanOrEqual(A_KB);
  });
});
