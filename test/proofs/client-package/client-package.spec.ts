import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { describeInBrowser, launch } from '../../browser/chromium.js';
import { checker } from '../../support/processes/checkers.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { execute, Project } from './project.js';

const [publint, attw, esbuild] = await Promise.all([
  checker('publint', 'publint@0.3.25'),
  checker('attw', '@arethetypeswrong/cli@0.18.5'),
  checker('esbuild', 'esbuild@0.28.2'),
]);
const itWith = (...programs: (string | null)[]) => (programs.includes(null) ? it.skip : it);

let folder: string;
let tarball: string;
let site: Server;
let origin: string;
let served: string;
let t: TestApp;
let parent: TestMember;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'school-directory-client-'));
  const packed = await execute(
    'npm',
    ['pack', '--silent', '--pack-destination', folder],
    fromProjectRoot('clients/typescript'),
  );
  tarball = join(folder, packed.trim().split('\n').at(-1)!);
  site = createServer(({ url = '/' }, response) => {
    const file = join(served, new URL(url, 'http://x').pathname);
    const isScript = /\.m?js$/.test(extname(file)) && existsSync(file);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? readFileSync(file) : PAGE);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  t = await startAtItsAddress({ corsOrigins: [origin] });
  parent = await (await aSchool(t)).parent();
}, 120_000);
afterAll(async () => {
  site.close();
  await t.close();
  rmSync(folder, { recursive: true });
});

/** Without a bundler a page says itself where the modules are. */
const PAGE = `<!DOCTYPE html><title>An app</title><script type="importmap">${JSON.stringify({
  imports: {
    'school-directory-client': '/node_modules/school-directory-client/dist/esm/directory-client.js',
    'openapi-fetch': '/node_modules/openapi-fetch/dist/index.mjs',
  },
})}</script>`;

const found = () => ({ email: parent.email, refused: '404 not_found', lost: true, begins: true });
const project = (name: string, manifest = {}) =>
  Project.install(join(folder, name), tarball, { name, ...manifest });

describe('the package', () => {
  itWith(publint)('is as publint wants it', async () => {
    expect(await execute(publint!, ['--strict', tarball], folder)).toContain('All good!');
    figure('Findings of publint', 0, '0');
  });

  itWith(attw)('has types that are right wherever they are read', async () => {
    expect(await execute(attw!, ['--no-color', '--no-emoji', tarball], folder)).toContain(
      'No problems found',
    );
    figure('Findings of arethetypeswrong', 0, '0');
  });

  it('includes everything that its README links to', async () => {
    const { folder: installed } = await project('reader');
    const root = join(installed, 'node_modules', 'school-directory-client');
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(([, link]) => !existsSync(join(root, link!)))).toEqual([]);
    figure('Size, packed', `${Math.round(statSync(tarball).size / 1000)} kB`);
  });
});

describe('in a project of Node.js', () => {
  it('works as a module (node16)', async () => {
    const app = await project('node16', { type: 'module' });
    await app.compile({ module: 'node16', moduleResolution: 'node16' });
    expect(await app.run(`(await import('./app.js'))`, t.url, parent.token)).toEqual(found());
  });

  it('works as CommonJS, for a compiler that reads no exports (node10)', async () => {
    const app = await project('node10');
    await app.compile({ module: 'commonjs', moduleResolution: 'node10' });
    expect(await app.run(`require('./app.js')`, t.url, parent.token)).toEqual(found());
    figure('Kinds of projects in which it was compiled and run', 4);
  });
});

describeInBrowser('in a page', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await launch(['--host-resolver-rules=MAP app.test 127.0.0.1'])), 60_000);
  afterAll(() => browser.close());

  const inPage = async (address: string, work: string): Promise<unknown> => {
    const page = await browser.newPage();
    await page.goto(address);
    return page.evaluate(`import('/app.js').then((app) => app.${work})`);
  };
  const tryOut = () => inPage(origin, `tryOut('${t.url}', '${parent.token}')`);

  itWith(esbuild)('works when it is bundled', async () => {
    const app = await project('bundler');
    await app.compile({ module: 'esnext', moduleResolution: 'bundler', noEmit: true });
    const flags = ['--bundle', '--format=esm', '--outfile=bundle/app.js', '--minify'];
    await execute(esbuild!, ['app.ts', ...flags], app.folder);
    served = join(app.folder, 'bundle');
    figure('Size, bundled and minified', `${Math.round(statSync(join(served, 'app.js')).size / 1000)} kB`);
    expect(await tryOut()).toEqual(found());
  });

  it('works without a bundler, and says what plain http lacks', async () => {
    const app = await project('page');
    await app.compile({ module: 'esnext', moduleResolution: 'bundler' });
    served = app.folder;
    expect(await tryOut()).toEqual(found());
    const { port } = new URL(origin);
    const insecure = inPage(`http://app.test:${port}`, `begin('${t.url}').catch((error) => error.code)`);
    expect(await insecure).toBe('insecure_context');
  });
});
