import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const get = (path: string): Promise<Response> => fetch(new URL(path, t.url));

/** What a browser fetches for the page. */
async function assetsOf(page: string): Promise<string[]> {
  const html = await (await get(page)).text();
  return [...html.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)=["']([^"']+)["']/g)].map(
    ([, address]) => address!,
  );
}

describe('GET /docs', () => {
  it('answers everyone', async () => {
    const page = await get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it('forbids the browser every other host, and scripts that are not files of ours', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split(';').map((d) => [d.split(' ')[0], d.split(' ').slice(1)]));
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('object-src')).toEqual(["'none'"]);
    expect(directives.get('base-uri')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  });

  it('needs no other host, and nothing that its own policy forbids', async () => {
    const html = await (await get('/docs')).text();
    // Names of namespaces, which nobody fetches.
    expect(html.replaceAll(/xmlns(:\w+)?="[^"]*"/g, '')).not.toMatch(/\/\/[\w.-]+\.\w+/);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+="/);
  });

  it.each(['/docs', '/docs/'])('finds everything that %s loads', async (page) => {
    const assets = await assetsOf(page);
    expect(assets).toEqual(expect.arrayContaining([expect.stringMatching(/swagger-ui-bundle\.js$/)]));
    for (const asset of assets) {
      const { pathname, origin } = new URL(asset, new URL(page, t.url));
      expect({ asset, origin, status: (await get(pathname)).status }).toEqual({
        asset,
        origin: t.url,
        status: 200,
      });
    }
  });

  it('describes the operations from the document that it brings along', async () => {
    const setup = await (await get('/docs/swagger-ui-init.js')).text();
    expect(setup).toContain('"operationId": "listStudents"');
    // Examples of webhooks name hosts that examples are for (RFC 2606, section 3).
    expect(setup).not.toMatch(/https?:\/\/(?!\w+\.example\.org\/)/);
  });
});

describe('the document', () => {
  it('comes as JSON and as YAML, without a host', async () => {
    const json = await get('/docs/openapi.json');
    const yaml = await get('/docs/openapi.yaml');
    expect([json.status, yaml.status]).toEqual([200, 200]);
    expect(await json.json()).toMatchObject({ openapi: '3.0.3', servers: [{ url: '/' }] });
    expect(await yaml.text()).toMatch(/^openapi: 3\.0\.3/);
  });
});

describe('A file of the page that is not sent', () => {
  it.each([
    ['Range', 'bytes=99999999-'],
    ['If-Match', '"x"'],
    ['If-Unmodified-Since', 'Thu, 01 Jan 2015 00:00:00 GMT'],
  ])('for its %s is an error like any other', async (name, value) => {
    for (const path of ['/docs/swagger-ui.css', '/docs/sign-in.css']) {
      const answer = await fetch(new URL(path, t.url), { headers: { [name]: value } });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      for (const ofFile of ['etag', 'last-modified', 'content-range', 'accept-ranges'])
        expect([ofFile, answer.headers.get(ofFile)]).toEqual([ofFile, null]);
      expect(await answer.json()).toMatchObject({ error: { code: 'validation_failed' } });
    }
  });
});
