import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** Beside a bundled program: what V8 has made of it. */
export const compiledOf = (file: string): string => `${file}.compiled`;

/** A bundled program as Node.js would load it, with what V8 had made of it where that is of this version and these options. */
export class Program {
  private readonly script: Script;

  constructor(
    private readonly file: string,
    cachedData?: Buffer,
  ) {
    // Bundles are in ASCII.
    const source = readFileSync(file, 'latin1');
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
    this.script = new Script(wrapped, { filename: file, cachedData });
  }

  /** Whether it has to be parsed as it runs. */
  get isRefused(): boolean {
    return this.script.cachedDataRejected ?? true;
  }

  run(): void {
    const module = { exports: {} };
    const wrapper = this.script.runInThisContext() as (...given: unknown[]) => void;
    wrapper(module.exports, createRequire(this.file), module, this.file, dirname(this.file));
  }

  /** Of all functions that have run by now: the next start has no need to parse them. */
  compiled(): Buffer {
    return this.script.createCachedData();
  }
}

/** Runs a bundled program, quicker where the build has kept what V8 makes of it. */
export function runProgram(file: string): void {
  const cachedData = keptOf(file);
  // The lines of the sources are known for what Node.js loads by itself.
  if (!cachedData || process.sourceMapsEnabled) createRequire(file)(file);
  else new Program(file, cachedData).run();
}

function keptOf(file: string): Buffer | undefined {
  try {
    return readFileSync(compiledOf(file));
  } catch {
    return undefined;
  }
}
