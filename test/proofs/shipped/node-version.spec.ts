import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { strangersEnv } from '../../shipped/shipped-service.js';

/* Programs that run on whatever Node.js is there: in a container, or where the build was copied to. */

const PROGRAMS = ['main.js', 'cli/main.js', 'mcp/main.js', 'mcp/login.js'];

/** The same program, as if it ran on another version. */
const startedOn = (version: string, program: string, ...args: string[]) =>
  spawnSync(
    process.execPath,
    [
      `--import=data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`,
      fromProjectRoot(`dist/src/${program}`),
      ...args,
    ],
    { encoding: 'utf8', env: strangersEnv() },
  );

beforeAll(() => {
  expect(spawnSync('npm', ['run', '--silent', 'build'], { cwd: fromProjectRoot('.') }).status).toBe(0);
}, 300_000);

describe.each(PROGRAMS)('%s', (program) => {
  it.each(['18.20.4', '20.20.2', '22.11.0'])(
    'refuses Node.js %s with one line, and does nothing',
    (version) => {
      const { status, stdout, stderr } = startedOn(version, program, '--help');
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^Node\.js [\d.]+ is too old: install Node\.js 22\.12 or newer, or use "npm start"[^\n]*\n$/,
      );
    },
  );
});

it.each(['22.12.0', '24.21.0', '26.0.0'])('takes Node.js %s', (version) => {
  const { status, stdout } = startedOn(version, 'cli/main.js', '--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('Operates a school directory.')]);
});
