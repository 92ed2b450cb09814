import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { answers, document, takesNull, type Json } from './answers.js';
import { GeneratedProject, generatorsAreThere, quicktype, type Language } from './generated-projects.js';

/*
 * Types in the languages of apps and scripts, made by quicktype from the document. Where Debian has the compiler they are compiled, and
 * read every answer and write it again; where it has none they are parsed by the grammar of the language.
 */

jest.setTimeout(600_000);

const ANSWERS = answers();
const SCHEMAS = withoutFormats(document.components.schemas);
const checked: string[] = [];

const isThere = (program: string, debian: string): boolean => {
  if (!spawnSync(program, ['--help']).error) return true;
  process.stderr.write(`Skipped: there is no ${program} (Debian: ${debian})\n`);
  return false;
};
const itWith = (there: boolean) => (there ? it : it.skip);

/** How a property that may be null is declared. */
const OPTIONALS: Partial<Record<Language, (name: string) => RegExp>> = {
  swift: (name) => new RegExp(`let ${name}: \\S+\\?`),
  kotlin: (name) => new RegExp(`val ${name}: \\S+\\?`),
  dart: (name) => new RegExp(`\\S+\\? ${name};`),
};

const describeWithGenerators = generatorsAreThere() ? describe : describe.skip;

describeWithGenerators('the types of the document', () => {
  afterAll(() =>
    figure('Languages with types from quicktype, and how they were checked', checked.join(', '), 'all 5'),
  );

  it.each(Object.entries(OPTIONALS) as [Language, (name: string) => RegExp][])(
    'parse in %s, with an optional for every reference that may be null',
    (language, optional) => {
      const project = new GeneratedProject(`quicktype-${language}`);
      const text = quicktype(project, language, SCHEMAS, { 'just-types': 'true' });
      expect(syntaxErrors(project, text, language)).toBe('');
      // The grammar is there, and finds a brace that is missing.
      expect(syntaxErrors(project, text.replace('}', ''), language)).not.toBe('');
      const names = optionalNames();
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !optional(name).test(text))).toEqual([]);
      checked.push(`${language} (grammar)`);
    },
  );

  itWith(isThere('go', 'golang-go'))('compile in Go, read every answer and write it again', () => {
    const project = new GeneratedProject('quicktype-go');
    project.write('types.go', quicktype(project, 'go', SCHEMAS, { package: 'main' }));
    project.write('main.go', GO_PROGRAM);
    project.write('go.mod', 'module directory\n\ngo 1.19\n');
    project.write('answers.json', wrappedAnswers());
    project.run('go', 'vet', '.');
    project.run('go', 'run', '.');
    expect(changedAnswers(project)).toEqual([]);
    checked.push('go (compiled, run)');
  });

  itWith(isThere('mypy', 'mypy') && isThere('python3', 'python3'))(
    'satisfy mypy in Python, read every answer and write it again',
    () => {
      const project = new GeneratedProject('quicktype-python');
      const options = { 'python-version': '3.7', 'nice-property-names': 'true' };
      project.write('directory.py', quicktype(project, 'python', SCHEMAS, options));
      project.write('main.py', PYTHON_PROGRAM);
      project.write('answers.json', wrappedAnswers());
      project.run('mypy', '--python-executable', '/usr/bin/python3', 'directory.py');
      project.run('/usr/bin/python3', 'main.py');
      expect(changedAnswers(project)).toEqual([]);
      checked.push('python (mypy, run)');
    },
  );
});

const GO_PROGRAM = `package main

import (
	"bytes"
	"encoding/json"
	"os"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	text, err := os.ReadFile("answers.json")
	must(err)
	var answers []json.RawMessage
	must(json.Unmarshal(text, &answers))
	written := []Directory{}
	for _, answer := range answers {
		var read Directory
		decoder := json.NewDecoder(bytes.NewReader(answer))
		decoder.DisallowUnknownFields()
		must(decoder.Decode(&read))
		written = append(written, read)
	}
	out, err := json.Marshal(written)
	must(err)
	must(os.WriteFile("written.json", out, 0o600))
}
`;

const PYTHON_PROGRAM = `import json
from directory import Directory

with open("answers.json", encoding="utf-8") as file:
    answers = json.load(file)
with open("written.json", "w", encoding="utf-8") as file:
    json.dump([Directory.from_dict(answer).to_dict() for answer in answers], file)
`;

/** Each as the one member of the shape that has all of them. */
const wrappedAnswers = (): string =>
  JSON.stringify(ANSWERS.map(({ schema, value }) => ({ [schema]: value })));

/** Operations whose answer came back as another one. A null may be written or left out. */
function changedAnswers(project: GeneratedProject): string[] {
  const written = JSON.parse(project.read('written.json')) as unknown[];
  expect(written).toHaveLength(ANSWERS.length);
  const changed = ANSWERS.filter(({ schema, value }, at) => {
    try {
      expect(withoutNulls(written[at])).toEqual(withoutNulls({ [schema]: value }));
      return false;
    } catch {
      return true;
    }
  });
  return [...new Set(changed.map(({ operationId }) => operationId))];
}

/** What the grammar could not read, the first of it. */
function syntaxErrors(project: GeneratedProject, text: string, language: Language): string {
  project.write('parsed.txt', text);
  project.write(
    'parse.mjs',
    `import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { Parser, Language } = require('web-tree-sitter');
await Parser.init();
const grammar = require.resolve('tree-sitter-wasms/out/tree-sitter-${language}.wasm');
const parser = new Parser();
parser.setLanguage(await Language.load(grammar));
const { rootNode } = parser.parse(readFileSync('parsed.txt', 'utf8'));
const waiting = [rootNode];
let first = '';
for (let node = waiting.pop(); node && first === ''; node = waiting.pop()) {
  if (node.isError || node.isMissing) first = node.startPosition.row + 1 + ': ' + node.text.slice(0, 200);
  else if (node.hasError) waiting.push(...node.children);
}
writeFileSync('errors.txt', first);
`,
  );
  // The compiler for hot WebAssembly runs out of memory over the grammar of Swift.
  project.run(process.execPath, '--liftoff-only', 'parse.mjs');
  return project.read('errors.txt');
}

/** Of names that every language writes alike. */
const optionalNames = (): string[] =>
  Object.values(document.components.schemas).flatMap((schema) =>
    Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, property]) =>
      property.anyOf && takesNull(property) && !name.includes('_') ? [name] : [],
    ),
  );

/** A date that is read and written again is the same date in other letters. */
function withoutFormats<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withoutFormats) as T;
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key, value]) => key !== 'format' || typeof value !== 'string');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutFormats(value)])) as T;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
}
