import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../errors/app-error.js';
import { findTypst, Typesetter } from './typesetter.js';

const folder = mkdtempSync(join(tmpdir(), 'typesetter-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const limits = { deadlineMs: 15_000, mostAtOnce: 3, idleMs: 60_000 };
const TEMPLATE = fileURLToPath(new URL('../../features/permission-slips/pdf/slip.typ', import.meta.url));
const JOB = { template: TEMPLATE, data: '{}', images: {}, timestamp: 0 };

/** What it does is in the first line of its data: the package that it stands for fails as packages do. */
function aCompiler(): string {
  const path = join(folder, 'compiler.cjs');
  writeFileSync(
    path,
    `const pdf = ({ inputs: { data } }, { pdfStandard }) => {
      if (data === 'crash') process.abort();
      if (data === 'hang') for (;;);
      if (data === 'old' && pdfStandard) throw Object.assign(new Error(), { code: '0: unknown standard' });
      if (data === 'wrong') throw Object.assign(new Error(), { code: '0: no "Ada Park" in \`Ada\`' });
      return Buffer.from(data + process.pid);
    };
    exports.NodeCompiler = { create: () => ({ pdf, mapShadow() {}, resetShadow() {}, evictCache() {} }) };`,
  );
  return path;
}

describe('the typesetter', () => {
  Logger.overrideLogger(false);
  let typesetter: Typesetter;
  afterEach(() => typesetter.stop());
  const set = async (data: string) => String(await typesetter.typeset({ ...JOB, data }));

  it('refuses to start where Typst is not installed', async () => {
    typesetter = new Typesetter(null, limits);
    await expect(set('x')).rejects.toThrow(UnavailableError);
  });

  it('outlives a crash', async () => {
    typesetter = new Typesetter(aCompiler(), limits);
    await expect(set('crash')).rejects.toThrow(UnavailableError);
    expect(await set('fine')).toMatch(/^fine\d+$/);
  });

  it('outlives a document that takes too long, and those that wait for it are set', async () => {
    typesetter = new Typesetter(aCompiler(), { ...limits, deadlineMs: 3000 });
    const [hanging, next] = await Promise.allSettled([set('hang'), set('next')]);
    expect(hanging).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    expect(next).toMatchObject({ status: 'fulfilled' });
  });

  it('refuses what more than so many wait for', async () => {
    typesetter = new Typesetter(aCompiler(), limits);
    const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map(set));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  });

  it('keeps one process, until nothing has come for a while', async () => {
    typesetter = new Typesetter(aCompiler(), { ...limits, idleMs: 300 });
    const first = await set('x');
    expect(await set('x')).toBe(first);
    await setTimeout(1000);
    expect(await set('x')).not.toBe(first);
  });

  it('leaves out PDF/UA where that is not known', async () => {
    typesetter = new Typesetter(aCompiler(), limits);
    expect(await set('old')).toMatch(/^old/);
  });

  it('says what is wrong with the template, and nothing that people wrote', async () => {
    typesetter = new Typesetter(aCompiler(), limits);
    await expect(set('wrong')).rejects.toThrow('The template failed: 0: no "…" in `…`');
  });
});

describe('findTypst', () => {
  it('finds none for a machine that there is none for', () => {
    expect(findTypst('sunos-x64')).toBeNull();
    expect(findTypst('win32-x64')).toBeNull();
  });

  it('finds that of this machine', () => expect(findTypst()).toMatch(/\.node$/));
});
