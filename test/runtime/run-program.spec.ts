import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fromProjectRoot } from '../../src/config/project-root.js';

const script = async (name: string): Promise<unknown> =>
  import(new URL(`../../${name}.mjs`, import.meta.url).href);
const { keepCompiled } = (await script('scripts/lib/compile')) as {
  keepCompiled: (program: { file: string; runProgram: string }) => void;
};
const { serviceOptions } = (await script('scripts/lib/dist')) as { serviceOptions: () => string };
const { compiled } = (await script('test/support/typescript-hooks')) as {
  compiled: (file: string) => string;
};

/** As long as the other: V8 tells texts apart by their length. */
const program = (word: 'as built' | 'by parse'): string => `"use strict";
  const said = () => '${word}';
  console.log(JSON.stringify({ said: said(), file: __filename, beside: require('./beside.cjs'), own: module.exports === exports }));`;

describe('a program that the build has compiled', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'school-directory-program-'));
    file = join(folder, 'program.cjs');
    const runProgram = join(folder, 'run-program.mjs');
    writeFileSync(runProgram, compiled(fromProjectRoot('src/runtime/run-program.ts')));
    writeFileSync(join(folder, 'beside.cjs'), "module.exports = 'beside';");
    writeFileSync(file, program('as built'));
    keepCompiled({ file, runProgram });
    writeFileSync(file, program('by parse'));
    // From now on it says that it is of the other text, so that it can be told which of the two was run.
    writeFileSync(`${file}.compiled`, saidToBeOf(program('by parse'), readFileSync(`${file}.compiled`)));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...options: string[]): unknown => {
    const running = `import { runProgram } from './run-program.mjs'; runProgram(${JSON.stringify(file)});`;
    const output = execFileSync(process.execPath, [...options, '--input-type=module', '--eval', running], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_OPTIONS: serviceOptions() },
      encoding: 'utf8',
    });
    return JSON.parse(output);
  };
  const surroundings = () => ({ file, beside: 'beside', own: true });

  it('runs what was kept, in the surroundings that every program has', () => {
    expect(run()).toEqual({ said: 'as built', ...surroundings() });
  });

  it.each([
    ['with other options, which V8 compiles for in another way', '--no-lazy'],
    ['where the lines of the sources are asked for', '--enable-source-maps'],
  ])('runs what is in the file %s', (_, option) => {
    expect(run(option)).toEqual({ said: 'by parse', ...surroundings() });
  });

  it.each([
    ['is nothing', () => rmSync(`${file}.compiled`)],
    ['is half of it', () => halve(`${file}.compiled`)],
    ['is something else', () => writeFileSync(`${file}.compiled`, 'something else')],
    ['is empty', () => writeFileSync(`${file}.compiled`, '')],
    [
      'is of another text that is as long',
      () =>
        writeFileSync(`${file}.compiled`, saidToBeOf(program('as built'), readFileSync(`${file}.compiled`))),
    ],
  ])('runs what is in the file where what was kept %s', (_, spoil) => {
    const kept = readFileSync(`${file}.compiled`);
    spoil();
    expect(run()).toEqual({ said: 'by parse', ...surroundings() });
    writeFileSync(`${file}.compiled`, kept);
  });
});

function saidToBeOf(text: string, compiled: Buffer): Buffer {
  const copy = Buffer.from(compiled);
  copy.writeUInt32LE(crc32(text));
  return copy;
}

function halve(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
}
