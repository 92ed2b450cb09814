import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { expectInvalid } from '../../support/errors.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  ({ token } = await aPerson(t));
});
afterAll(() => t.close());

describe('An answer', () => {
  it.each([
    ['that is refused', '/api/v1/me', 401],
    ['to somebody', '/api/v1/me', 200],
    ['about nothing', '/api/v1/nothing', 404],
    ['that is a page', '/docs', 200],
  ])('%s tells the browser what strangers may not do with it', async (_, path, status) => {
    const headers = status === 200 ? { authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(`${t.url}${path}`, { headers });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('content-security-policy')).toContain('form-action');
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });
});

describe('A request', () => {
  it.each(['/api/v1/me', '/docs', '/', '/healthz', '/api/v1/nothing', '/schools/x'])(
    'to %s sets no cookie, whatever it brings',
    async (path) => {
      const headers = { authorization: `Bearer ${token}`, cookie: 'session=x' };
      const answer = await fetch(`${t.url}${path}`, { headers });
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  it('by TRACE is not found, and not sent back', async () => {
    const secret = 'sent-along-with-it';
    const { hostname, port } = new URL(t.url);
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = {
        method: 'TRACE',
        hostname,
        port,
        path: '/api/v1/me',
        headers: { 'x-secret': secret },
      };
      request(options, (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => (text += piece.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(secret);
  });

  it('with a parameter given twice is refused, or takes neither', async () => {
    const school = await aSchool(t);
    const reader = await school.parent();
    const path = `/schools/${school.id}/students`;
    const twice = await t.api.get(`${path}?graduationYear=2030&graduationYear=2031`, { token: reader.token });
    expectInvalid(twice, 'graduationYear');
  });
});
