import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson, aSchool } from '../support/a-school.js';
import { expectError } from '../support/errors.js';
import { sendRaw } from '../support/raw-http.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const BODIES = ['{', 'null', '\0', '['.repeat(50_000), `"${'x'.repeat(1_100_000)}"`];

describe('A body that the operation does not have', () => {
  it('is ignored, whatever it is', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    const star = `/students/${(await school.student()).id}/star`;
    for (const body of BODIES) {
      expect((await t.api.post(star, { token, body })).status).toBe(204);
      expect((await t.api.delete(star, { token, body })).status).toBe(204);
    }
  });

  it('is ignored where a client sends one with GET', async () => {
    const { token } = await aPerson(t);
    for (const body of BODIES.slice(0, -1)) {
      const head = [
        'GET /api/v1/me HTTP/1.1',
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ].join('\r\n');
      expect((await sendRaw(t.url, `${head}\r\n\r\n${body}`)).status).toBe(200);
    }
  });

  it('does not help a stranger', async () => {
    const { id } = await (await aSchool(t)).student();
    for (const body of BODIES)
      expectError(await t.api.post(`/students/${id}/star`, { body }), 401, 'not_authenticated');
  });
});

describe('If-None-Match', () => {
  it('is ignored where there is no ETag', async () => {
    const { token } = await aPerson(t);
    const { status, body } = await t.api.get('/me/export', { token, headers: { 'if-none-match': '*' } });
    expect([status, Object.keys(body).length > 0]).toEqual([200, true]);
  });
});

describe('An expectation that nobody knows', () => {
  it('is ignored', async () => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 200-maybe\r\n\r\n';
    expect((await sendRaw(t.url, request)).status).toBe(200);
  });
});
