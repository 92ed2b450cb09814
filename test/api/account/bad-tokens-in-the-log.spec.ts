import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { aPerson } from '../../support/school.factory.js';
import { startBesideWithFullLog } from '../../support/processes/two-processes.js';
import { startTestApp } from '../../support/test-app.js';
import { claimsOf, encoded, headerOf, resigned, signingKeyOf, type Json } from '../../support/tokens.js';

it('refuses a corpus of bad tokens alike and logs none of them', async () => {
  const t = await startTestApp();
  const service = await startBesideWithFullLog(t);
  const { token } = await aPerson(t);
  const key = signingKeyOf(t);
  const strangeKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicPem = createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
  const [header = '', claims = '', signature = ''] = token.split('.');
  const now = Math.floor(Date.now() / 1000);
  const with_ = (change: { claims?: Json; header?: Json }, by = key) => resigned(token, by, change);
  const hs256 = (secret: string): string => {
    const text = `${encoded({ ...headerOf(token), alg: 'HS256' })}.${claims}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const jwk = strangeKey.publicKey.export({ format: 'jwk' });

  const wronglySaid = await Promise.all([
    with_({}, strangeKey.privateKey),
    with_({ header: { jwk } }, strangeKey.privateKey),
    with_({ header: { jku: 'http://127.0.0.1:9/keys', kid: 'other' } }, strangeKey.privateKey),
    with_({ header: { x5u: 'http://127.0.0.1:9/cert', kid: '../../etc/passwd' } }, strangeKey.privateKey),
    with_({ header: { kid: `' or 1=1 --` } }),
    with_({ header: { kid: undefined } }),
    with_({ header: { typ: 'JWT' } }),
    with_({ claims: { iss: 'https://elsewhere.example' } }),
    with_({ claims: { aud: 'urn:another' } }),
    with_({ claims: { exp: now - 1 } }),
    with_({ claims: { exp: undefined } }),
    with_({ claims: { nbf: now + 600 } }),
    with_({ claims: { sub: randomUUID() } }),
    with_({ claims: { sid: randomUUID() } }),
    with_({ claims: { sub: 'everyone' } }),
  ]);
  const corpus = [
    ...wronglySaid,
    ...['none', 'None', 'NONE', ''].map((alg) => `${encoded({ ...headerOf(token), alg })}.${claims}.`),
    ...[publicPem, publicPem.trim(), JSON.stringify(createPublicKey(key).export({ format: 'jwk' }))].map(
      hs256,
    ),
    token.slice(0, -10),
    token.slice(0, token.length / 2),
    `${header}.${claims}`,
    `${header}.${encoded({ ...claimsOf(token), sub: randomUUID() })}.${signature}`,
    `${header}..${signature}`,
    `${token}.${signature}`,
    `${header}.${Buffer.from('no json at all').toString('base64url')}.${signature}`,
    randomUUID(),
  ];
  expect(corpus.length).toBeGreaterThanOrEqual(25);

  const answers = new Set<string>();
  for (const bad of corpus) {
    const answer = await service.api.get('/me', { token: bad });
    expect([bad, answer.status]).toEqual([bad, 401]);
    answers.add(answer.text);
  }
  expect([...answers]).toEqual([
    JSON.stringify({ error: { code: 'not_authenticated', message: 'Valid credentials are needed.' } }),
  ]);
  expect((await service.api.get('/me', { token })).status).toBe(200);
  await t.dataSource.query('delete from users');
  expect((await service.api.get('/me', { token })).status).toBe(401);

  expect(await service.stop()).toBe(0);
  const log = service.output();
  expect(log.match(/"status":401/g)).toHaveLength(corpus.length + 1);
  for (const secret of [token, ...corpus]) {
    for (const part of [secret, ...secret.split('.').filter((piece) => piece.length > 20)]) {
      expect(log.includes(part) ? `the log holds ${part}` : 'clean').toBe('clean');
    }
  }
  await t.close();
}, 90_000);
