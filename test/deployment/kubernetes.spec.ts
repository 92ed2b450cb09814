import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

/*
 * The objects in docker/k8s against the shapes of Kubernetes: the package kubernetes-types has them as TypeScript, whose
 * compiler names every key that is not known, missing or of another type.
 */

const FOLDER = new URL('../../docker/k8s/', import.meta.url);
const HERE = fileURLToPath(new URL('./', import.meta.url));

interface KubernetesObject {
  apiVersion: string;
  kind: string;
}

const objects = readdirSync(FOLDER)
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) =>
    parseAllDocuments(readFileSync(new URL(name, FOLDER), 'utf8')).map(
      (document): [string, KubernetesObject] => {
        expect([...document.errors, ...document.warnings]).toEqual([]);
        const object = document.toJS() as KubernetesObject;
        return [`${name}: ${object.kind}`, object];
      },
    ),
  );

/** `networking/v1` of `networking.k8s.io/v1`, `core/v1` of `v1`. */
function moduleOf({ apiVersion }: KubernetesObject): string {
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  return `kubernetes-types/${group.split('.')[0]}/${version}`;
}

const sourceOf = (object: KubernetesObject): string =>
  `import type { ${object.kind} } from '${moduleOf(object)}';\n` +
  `export const object: ${object.kind} = ${JSON.stringify(object)};\n`;

/** What the compiler says of each, all compiled at once. */
function faultsOf(sources: string[]): string[][] {
  const files = new Map(sources.map((source, at) => [`${HERE}object-${at}.ts`, source]));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2024,
  };
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  host.fileExists = (name) => files.has(name) || disk.fileExists(name);
  host.readFile = (name) => files.get(name) ?? disk.readFile(name);
  host.getSourceFile = (name, target) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
}

describe('The objects of docker/k8s', () => {
  const deployment = objects.find(([name]) => name.endsWith('Deployment'))![1];
  const broken = (from: string, to: string): string => sourceOf(deployment).replace(from, to);

  it('would be refused with a key that is not known, missing or of another type', () => {
    const sources = [
      broken('"readinessProbe"', '"readynessProbe"'),
      broken('"matchLabels"', '"labels"'),
      broken('"periodSeconds":1', '"periodSeconds":"1"'),
      broken('"selector"', '"selectors"'),
    ];
    for (const [at, faults] of faultsOf(sources).entries()) expect([at, faults.length]).not.toEqual([at, 0]);
  });

  it('match the shapes of Kubernetes', () => {
    const faults = faultsOf(objects.map(([, object]) => sourceOf(object)));
    expect(objects.length).toBeGreaterThan(8);
    expect(objects.map(([name], at) => [name, faults[at]])).toEqual(objects.map(([name]) => [name, []]));
  });
});
