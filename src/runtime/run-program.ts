import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const SUM_BYTES = 4;

/** Beside a bundled program: of which text it is, as CRC-32, and what V8 has made of that. */
export const compiledOf = (file: string): string => `${file}.compiled`;

/** A bundled program, run as Node.js would run it. */
export class Program {
  private readonly script: Script;

  constructor(
    private readonly file: string,
    private readonly text = readFileSync(file),
    cachedData?: Buffer,
  ) {
    // Bundles are in ASCII.
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${text.toString('latin1')}\n})`;
    this.script = new Script(wrapped, { filename: file, cachedData });
  }

  run(): void {
    const module = { exports: {} };
    const wrapper = this.script.runInThisContext() as (...given: unknown[]) => void;
    wrapper(module.exports, createRequire(this.file), module, this.file, dirname(this.file));
  }

  /** With all functions that have run by now: another start has no need to parse them. */
  compiled(): Buffer {
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32LE(crc32(this.text));
    return Buffer.concat([sum, this.script.createCachedData()]);
  }
}

/** Runs a bundled program, quicker where the build has kept what V8 makes of it, and V8 is the same. */
export function runProgram(file: string): void {
  // The lines of the sources are known for what Node.js loads by itself.
  const program = process.sourceMapsEnabled ? null : compiledProgram(file);
  if (program) program.run();
  else createRequire(file)(file);
}

/** V8 would take it for any text of the same length. */
function compiledProgram(file: string): Program | null {
  const compiled = readIfThere(compiledOf(file));
  if (!compiled || compiled.length < SUM_BYTES) return null;
  const text = readFileSync(file);
  if (compiled.readUInt32LE() !== crc32(text)) return null;
  return new Program(file, text, compiled.subarray(SUM_BYTES));
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
