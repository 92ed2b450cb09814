import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import type { Answer } from './answers.js';

/** What strangers generate clients with. None is a dependency of ours: these versions are installed beside the project, once. */
const PACKAGES = [
  ...['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.95.0', 'orval@7.13.2'],
  ...['@kubb/cli@4.39.3', '@kubb/core@4.39.3', '@kubb/plugin-oas@4.39.3'],
  ...['@kubb/plugin-ts@4.39.3', '@kubb/plugin-zod@4.39.3', 'oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
  ...['swagger-typescript-api@13.13.0', 'quicktype-core@26.0.0', 'zod@4.6.7', 'typescript@5.9.3'],
  ...['web-tree-sitter@0.25.10', 'tree-sitter-wasms@0.1.13'],
];

const FOLDER = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'school-directory',
  'generators-2',
);

/** Installs them where they are not yet there. */
export function generatorsAreThere(): boolean {
  if (existsSync(join(FOLDER, 'installed'))) return true;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "type": "module" }');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (spawnSync('npm', ['install', ...flags, ...PACKAGES], { cwd: FOLDER }).status !== 0) {
    process.stderr.write('Skipped: npm could not install the generators\n');
    return false;
  }
  writeFileSync(join(FOLDER, 'installed'), '');
  return true;
}

/** Where the generated code of one tool lies: beside the packages that it imports. */
export class GeneratedProject {
  readonly folder: string;

  constructor(name: string) {
    this.folder = join(FOLDER, 'projects', name);
    mkdirSync(this.folder, { recursive: true });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Runs one of the packages' programs here. @throws Error with what it said when it fails */
  run(program: string, ...args: string[]): void {
    const path = `${join(FOLDER, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`;
    const env = { ...process.env, PATH: path, NO_COLOR: '1' };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: this.folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ended with ${status}:\n${(stdout + stderr).slice(-3000)}`);
  }

  /** Compiles the answers as values of the generated types, with all of TypeScript's strictness. */
  compile(imports: string, typeOf: (schema: string) => string, answers: readonly Answer[]): void {
    const values = answers.map(
      ({ schema, value }, at) => `export const a${at}: ${typeOf(schema)} = ${JSON.stringify(value)};`,
    );
    this.write('answers.ts', `${imports}\n${values.join('\n')}\n`);
    const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', 'esnext'];
    const resolution = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--skipLibCheck'];
    this.run('tsc', '--noEmit', '--strict', ...target, ...resolution, 'answers.ts');
  }

  /** Reads the answers with the generated schemas of zod. @throws Error that names those which were refused */
  parse(module: string, schemaOf: (answer: Answer) => string, answers: readonly Answer[]): void {
    const cases = answers.map((answer) => [schemaOf(answer), answer.value]);
    this.write('cases.json', JSON.stringify(cases));
    this.write(
      'parse.mjs',
      `import { readFileSync } from 'node:fs';
import * as schemas from './${module}';
const refused = JSON.parse(readFileSync('cases.json', 'utf8')).flatMap(([name, value]) => {
  const result = schemas[name] ? schemas[name].safeParse(value) : { error: { message: 'no such schema' } };
  return result.success ? [] : [name + ': ' + result.error.message.slice(0, 200)];
});
if (refused.length > 0) { console.error(refused.length + ' refused, first ' + refused[0]); process.exit(1); }
`,
    );
    this.run(
      process.execPath,
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      'parse.mjs',
    );
  }
}

export const documentFile = (version: '3.0' | '3.1'): string =>
  fromProjectRoot(version === '3.0' ? 'docs/openapi.json' : 'docs/openapi-3.1.json');

export type Language = 'swift' | 'kotlin' | 'dart' | 'python' | 'go';

/**
 * quicktype is a library: it writes the schemas of the document in another language, and one shape that holds each by its name.
 * @param options `just-types` for no code that reads JSON
 * @returns the text of what it wrote
 */
export function quicktype(
  project: GeneratedProject,
  language: Language,
  schemas: object,
  options: Record<string, string>,
): string {
  project.write('schemas.json', JSON.stringify(schemas));
  project.write(
    'write.mjs',
    `import { readFileSync, writeFileSync } from 'node:fs';
import { quicktype, InputData, JSONSchemaInput } from 'quicktype-core';
const definitions = JSON.parse(readFileSync('schemas.json', 'utf8'));
const input = new JSONSchemaInput(undefined);
const schema = { type: 'object', properties: Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: '#/definitions/' + name }])), definitions };
await input.addSource({ name: 'Directory', schema: JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/') });
const data = new InputData();
data.addInput(input);
const { lines } = await quicktype({ inputData: data, lang: '${language}', rendererOptions: ${JSON.stringify(options)} });
writeFileSync('types.txt', lines.join('\\n'));
`,
  );
  project.run(process.execPath, 'write.mjs');
  return project.read('types.txt');
}
