import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { sendRaw } from '../../support/http/raw-http.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { bearer, Client, head } from './clients.js';

let t: TestApp;
let member: TestMember;
beforeAll(async () => {
  t = await startTestApp();
  member = await (await aSchool(t)).parent();
});
afterAll(() => t.close());

describe('A request that cannot be read', () => {
  it('gets no answer in the place of the one before it', async () => {
    const client = await Client.to(t.url);
    await client.says(`${head('GET', '/api/v1/me', bearer(member.token))}NONSENSE\r\n\r\n`).closed();
    expect(client.statuses).toEqual([200]);
  });

  it('gets a refusal when the one before it is done with', async () => {
    const client = await Client.to(t.url);
    client.says(head('GET', '/healthz'));
    while (!client.heard.includes('200')) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.says('NONSENSE\r\n\r\n').closed();
    expect(client.statuses).toEqual([200, 400]);
  });

  it.each([
    [
      'it does not say to whom',
      'GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'it says to two whom',
      'GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'it says twice to the same whom',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nHOST: x\r\nConnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'it is of HTTP/2.0',
      'GET /healthz HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    ...['gzip, chunked', 'identity, chunked', 'chunked, chunked', 'x-nothing'].map(
      (coding): [string, string, number, string] => [
        `its body is coded as ${coding}`,
        `POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\nConnection: close\r\n\r\n0\r\n\r\n`,
        400,
        'validation_failed',
      ],
    ),
    [
      'its address is as long as a book',
      `GET /api/v1/${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'it has fifty thousand headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(50_000)}\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'it says twice where its body ends',
      'POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'validation_failed',
    ],
  ])('gets a refusal in the body of the contract when %s', async (_, request, status, code) => {
    const answer = await sendRaw(t.url, request);
    expect([answer.status, answer.body]).toEqual([status, { error: { code, message: expect.any(String) } }]);
  });

  it('counts as readable though it expects what we do not know', async () => {
    const client = await Client.to(t.url);
    await client.says(head('GET', '/healthz', 'Expect: miracles', 'Connection: close')).closed();
    expect(client.statuses).toEqual([200]);
  });
});
