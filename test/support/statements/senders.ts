import { basename, dirname } from 'node:path';
import { productFiles, textOf } from '../../architecture/source-files.js';

/** What sends a statement: a class, or a file whose functions do, and the method; `callback` for a function without a name. */
export interface Sender {
  owner: string;
  method: string;
}

const CALLBACK = 'callback';
const CLASS = /^(?:export )?(?:abstract )?class (\w+)/m;

/** The classes and files of the sources, to tell which senders are there still, and in which room. */
export class Senders {
  private constructor(private readonly files: ReadonlyMap<string, { path: string; text: string }>) {}

  static ofSources(): Senders {
    const files = new Map<string, { path: string; text: string }>();
    for (const path of productFiles()) {
      const text = textOf(path);
      files.set(basename(path, '.ts'), { path, text });
      for (const [, name] of text.matchAll(new RegExp(CLASS, 'gm'))) files.set(name!, { path, text });
    }
    return new Senders(files);
  }

  /** The class that has the method: a stack names the class of the instance where the method is inherited. */
  resolve({ owner, method, file }: Sender & { file: string }): Sender {
    if (owner !== file && this.has({ owner, method })) return { owner, method };
    const [, name = file] = CLASS.exec(this.files.get(file)?.text ?? '') ?? [];
    return { owner: name, method };
  }

  has({ owner, method }: Sender): boolean {
    if (method === CALLBACK) return this.files.has(owner);
    return new RegExp(String.raw`\b${method}\b`).test(this.files.get(owner)?.text ?? '');
  }

  /** `notes`, `platform/auth`: the folder, without that of all features. */
  roomOf(owner: string): string {
    return dirname(this.files.get(owner)?.path ?? '').replace(/^src\/(?:features\/)?/, '');
  }
}
