import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * A program of its own: setting a page cannot be interrupted, and what goes wrong in it ends the process. Started by
 * typesetter.ts from the sources, too, hence it imports nothing of ours.
 */

export interface Job {
  /** Path of the template, one of the product's own. */
  template: string;
  /** JSON for the template. */
  data: string;
  /** By their path in the template's world. */
  images: Record<string, Buffer>;
  /** UNIX seconds. */
  timestamp: number;
}

/** `error`: what the template did wrong, without a word of what people wrote. */
export type Outcome = { pdf: Uint8Array } | { error: string };

/** The part of the package that we use; its own types need a wrapper that we do without. */
interface Compiler {
  pdf(
    source: { mainFileContent: string; inputs: { data: string } },
    options: { creationTimestamp: number; pdfStandard?: string },
  ): Buffer;
  mapShadow(path: string, content: Buffer): void;
  resetShadow(): void;
  evictCache(maxAge: number): void;
}
interface Package {
  NodeCompiler: {
    create(options: { workspace: string; fontArgs: { fontPaths: string[] }[] }): Compiler;
  };
}

const [packagePath, workspace, ...fontPaths] = process.argv.slice(2) as [string, string];
const { NodeCompiler } = createRequire(import.meta.url)(packagePath) as Package;
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths }] });

// Ctrl-C reaches every process of a terminal: the service decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (job: Job) => process.send!(outcomeOf(job)));

function outcomeOf(job: Job): Outcome {
  try {
    return { pdf: typeset(job) };
  } catch (error) {
    return { error: complaintOf(error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(1);
  }
}

/**
 * PDF/UA-1 wherever it can be: not when a letter is in no font, and not with Typst before 0.14, which the package still
 * has on some platforms.
 */
function typeset({ template, data, images, timestamp }: Job): Buffer {
  for (const [path, content] of Object.entries(images))
    compiler.mapShadow(join(workspace, path), Buffer.from(content));
  const source = { mainFileContent: readFileSync(template, 'utf8'), inputs: { data } };
  try {
    return compiler.pdf(source, { creationTimestamp: timestamp, pdfStandard: 'ua-1' });
  } catch {
    return compiler.pdf(source, { creationTimestamp: timestamp });
  }
}

/** Typst's complaint, from the error's `code`; a quoted part is left out, because it may be a person's. */
function complaintOf(error: unknown): string {
  const said = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  // Bounded: 10,000 characters.
  return said.slice(0, 10_000).replace(/(["`“]).*?["`”]/gs, '$1…$1');
}
