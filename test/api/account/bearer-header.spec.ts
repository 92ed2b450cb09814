import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWK } from 'jose';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { sendRaw } from '../../support/http/raw-http.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  ({ token } = await aPerson(t));
});
afterAll(() => t.close());

const meWith = (headers: Record<string, string>) => t.api.get('/me', { headers });

describe('The Authorization header', () => {
  it.each<[string, () => string]>([
    ['nothing after the scheme', () => 'Bearer'],
    ['no scheme', () => token],
    ['no blank', () => `Bearer${token}`],
    ['a colon', () => `Bearer: ${token}`],
    ['another scheme', () => `Token ${token}`],
    ['Basic', () => `Basic ${Buffer.from(`ada:${token}`).toString('base64')}`],
    ['quotes', () => `Bearer "${token}"`],
    ['a comma', () => `Bearer ${token}, Basic YTpi`],
    ['a token without its end', () => `Bearer ${token.slice(0, -4)}`],
    ['a token without its signature', () => `Bearer ${token.split('.').slice(0, 2).join('.')}`],
    ['a token with a part more', () => `Bearer ${token}.e30`],
    ['dots', () => 'Bearer ..'],
    ['words', () => 'Bearer let me in'],
    ['10,000 characters', () => `Bearer ${'a'.repeat(10_000)}`],
    ['a header that is no JSON', () => `Bearer bm90IGpzb24.${token.split('.').slice(1).join('.')}`],
    ['undefined', () => 'Bearer undefined'],
  ])('leads to a refusal with %s', async (_what, authorization) => {
    const answer = await meWith({ authorization: authorization() });
    expectError(answer, 401, 'not_authenticated');
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer (error="invalid_token", )?resource_metadata="http/,
    );
  });

  it('names the scheme in any case (RFC 9110 §11.1)', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await meWith({ authorization: `${scheme} ${token}` })).status).toBe(200);
    }
  });

  it('carries the token alone: not the address, not a cookie, not the body', async () => {
    for (const name of ['access_token', 'token', 'auth_token', 'authorization']) {
      expectError(await t.api.get(`/me?${name}=${token}`), 401, 'not_authenticated');
    }
    expectError(await meWith({ cookie: `access_token=${token}; token=${token}` }), 401, 'not_authenticated');
    expectError(await meWith({ 'x-access-token': token }), 401, 'not_authenticated');
    const student = await (await aSchool(t)).student();
    const inBody = await t.api.put(`/students/${student.id}/note`, {
      body: { access_token: token, body: 'Mine' },
    });
    expectError(inBody, 401, 'not_authenticated');
  });

  it('counts once: a second one is not looked at', async () => {
    const first = await sendRaw(
      t.url,
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer forged\r\n` +
        `Authorization: Bearer ${token}\r\n\r\n`,
    );
    expect([first.status, first.body.error.code]).toEqual([401, 'not_authenticated']);
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('publishes the public half of every accepted key, and nothing private', async () => {
    const answer = await fetch(`${t.url}/.well-known/jwks.json`);
    expect(answer.status).toBe(200);
    const { keys } = (await answer.json()) as { keys: JWK[] };
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      },
    ]);
  });
});
