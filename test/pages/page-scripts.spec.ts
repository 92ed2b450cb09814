import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the scripts of pages', () => {
  it.each(['passkey.js', 'link.js', 'continue.js'])(
    'reach every browser, and are asked for again: %s',
    async (file) => {
      const answer = await fetch(`${t.url}/pages/${file}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0');
      const again = { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
      expect((await fetch(`${t.url}/pages/${file}`, { headers: again })).status).toBe(304);
    },
  );

  it('open no way to other files', async () => {
    for (const path of ['', '/', '/..%2fdocs%2fsign-in.js', '/.'])
      expect((await fetch(`${t.url}/pages${path}`)).status).toBeGreaterThanOrEqual(400);
  });
});
