import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { bundle } = (await import(new URL('../../scripts/lib/bundle.mjs', import.meta.url).href)) as {
  bundle: (program: { entry: string; file: string }) => Promise<void>;
};

/** Counts, from before the program begins, how often a function is given another name. */
const COUNTING = `
  const { defineProperty } = Object;
  globalThis.named = 0;
  Object.defineProperty = (target, key, ...rest) => {
    if (typeof target === 'function' && key === 'name') globalThis.named += 1;
    return defineProperty(target, key, ...rest);
  };`;

describe('a bundled program', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'school-directory-bundle-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const printed = async (files: Record<string, string>): Promise<unknown> => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const file = join(folder, 'program.cjs');
    await bundle({ entry: join(folder, 'entry.js'), file });
    const counting = `data:text/javascript,${encodeURIComponent(COUNTING)}`;
    return JSON.parse(execFileSync(process.execPath, ['--import', counting, file], { encoding: 'utf8' }));
  };

  it('knows classes by the names that they have in the sources, also where two have the same one', async () => {
    const classes = await printed({
      'one.js': 'export class Note {}',
      'other.js': 'class Note {}\nexport const Other = Note;',
      'entry.js': `
        import { Note } from './one.js';
        import { Other } from './other.js';
        console.log(JSON.stringify([Note.name, Other.name, Note === Other]));`,
    });
    expect(classes).toEqual(['Note', 'Note', false]);
  });

  it('does not name functions, which are made anew for each request', async () => {
    const named = await printed({
      'entry.js': `
        const before = globalThis.named;
        const makeOne = () => { const one = () => makeOne; return one; };
        for (let i = 0; i < 100; i += 1) makeOne();
        console.log(globalThis.named - before);`,
    });
    expect(named).toBe(0);
  });

  it('asks for what stays outside by require, which what V8 has kept can do as well', async () => {
    await printed({
      'entry.js': `
        const load = () => import('sharp');
        console.log(JSON.stringify(load.length));`,
    });
    const text = readFileSync(join(folder, 'program.cjs'), 'utf8');
    expect({ asks: /require\("sharp"\)/.test(text), imports: /\bimport\(/.test(text) }).toEqual({
      asks: true,
      imports: false,
    });
  });

  it('has a server without loading what fetches', async () => {
    const [isServer, fetches] = (await printed({
      'entry.js': `
        import http from 'http';
        import { createServer, Server } from 'node:http';
        const isServer = createServer() instanceof Server && http.Server === Server;
        const fetches = () => process.moduleLoadList.some((name) => name.includes('undici'));
        console.log(JSON.stringify([isServer, fetches()]));`,
    })) as boolean[];
    expect({ isServer, fetches }).toEqual({ isServer: true, fetches: false });
  });
});
