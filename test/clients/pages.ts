import { readFileSync } from 'node:fs';
import type { OperationExample } from '../../src/platform/openapi/openapi-examples.js';
import { request } from './curl.js';
import { fileNameOf, pageOf } from './operation-at.js';
import type { Exchange } from './recorder.js';
import { StableValues } from './stable-values.js';

interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
}

const MAX_LINES = 80;

const documentOf = () =>
  JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
    tags: { name: string; description: string }[];
  };

/** One page a resource, by its file name: what was asked and answered while the examples ran. */
export function pagesOf(recorded: ReadonlyMap<string, Exchange>): Map<string, string> {
  const { paths, tags } = documentOf();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      title: `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`,
    })),
  );
  const byTag = Map.groupBy(operations, ({ tags: [tag = ''] }) => tag);
  const pages = [...byTag].map(([tag, own]) => {
    const values = new StableValues();
    const sections = own.map((operation) => section(operation, recorded.get(operation.operationId), values));
    const description = tags.find(({ name }) => name === tag)?.description;
    const head = [`# ${tag}`, ...(description ? [`${description}.`] : []), noteOf(fileNameOf(tag))];
    return [`${fileNameOf(tag)}.md`, `${[...head, ...sections].join('\n\n')}\n`] as const;
  });
  const index = [...byTag.keys()].sort().map((tag) => `- [${tag}](${fileNameOf(tag)}.md)`);
  index.push('- [What is refused](errors.md), and how to go on');
  return new Map([...pages, ['README.md', `${INDEX}\n\n${index.join('\n')}\n`]]);
}

/** By operation what its example sent and got, as JSON: the OpenAPI document shows it. */
export function examplesOf(recorded: ReadonlyMap<string, Exchange>): Record<string, OperationExample> {
  const sorted = [...recorded].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([operationId, { headers, body, contentType, answer: text }]) => {
      const values = new StableValues();
      const request = jsonOf(headers.get('content-type') ?? '', body, values);
      return [operationId, { request, response: jsonOf(contentType, text, values) }];
    }),
  );
}

function jsonOf(contentType: string, text: string, values: StableValues): unknown {
  if (!contentType.startsWith('application/json') || text === '') return undefined;
  // An address has no ellipsis of one character (RFC 3986).
  const shown = values.of(JSON.stringify(JSON.parse(text), null, 2)).replaceAll('…', '...');
  return withoutMany(JSON.parse(shown));
}

/** Three of a list show what there are more of. */
function withoutMany(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(withoutMany);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMany(inner)]));
}

const noteOf = (
  file: string,
): string => `What is asked and answered here was sent and given when this page was written, at an invented school.
\`BASE_URL\` ends in \`/api/v1\`; \`…\` is a secret or differs each time. The TypeScript is that of
[${file}.ts](../../clients/typescript/examples/${file}.ts).`;

const INDEX = `# The API, a page a resource

Every page is written by the tests from what they sent and got (\`npm run docs\`), and the tests fail when a page is
not what the service answers. The TypeScript is that of the [client](../../clients/typescript/README.md), and runs as well.

Clients in other languages are generated from \`/docs/openapi.json\` (OpenAPI 3.0). What compares answers with the document, and
quicktype, take \`/docs/openapi-3.1.json\`; [which tool takes which](../decisions/2026-11-28-openapi-documents.md).`;

function section(
  { operationId, title, tags: [tag = ''], summary, description }: Operation & { title: string },
  exchange: Exchange | undefined,
  values: StableValues,
): string {
  if (!exchange) throw new Error(missingExample(operationId));
  const { comment, source } = exampleOf(fileNameOf(tag), operationId);
  const asked = values.of(request(exchange));
  return [
    `## \`${title}\``,
    ...[summary, description].filter((text) => text !== undefined),
    `${fence('sh', asked)}\n\n${answer(exchange, values)}`,
    comment,
    fence('ts', source),
  ].join('\n\n');
}

export const missingExample = (operationId: string): string =>
  `No example of ${operationId} has run: write it in clients/typescript/examples/${pageOf(operationId)}.ts, and call it in a walk of test/clients/walks`;

function answer({ status, contentType, answer: text }: Exchange, values: StableValues): string {
  const [type = ''] = contentType.split(';');
  if (text === '') return `Answer: ${status}.`;
  if (type === 'application/json') {
    const json = values.of(JSON.stringify(JSON.parse(text), null, 2));
    return `Answer: ${status}.\n\n${fence('json', shortened(json))}`;
  }
  if (type.startsWith('text/')) return `Answer: ${status}, \`${type}\`.\n\n${fence('text', values.of(text))}`;
  return `Answer: ${status}, \`${type}\`.`;
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

function shortened(text: string): string {
  const lines = text.split('\n');
  return lines.length <= MAX_LINES ? text : [...lines.slice(0, MAX_LINES), '  …'].join('\n');
}

/** The example as it stands in its file. */
function exampleOf(file: string, name: string): { comment: string; source: string } {
  const text = readFileSync(new URL(`../../clients/typescript/examples/${file}.ts`, import.meta.url), 'utf8');
  const found = new RegExp(`/\\*\\* ([^*]+) \\*/\\n(export async function ${name}\\([^]*?\\n}\\n)`).exec(
    text,
  );
  if (!found) throw new Error(`${file}.ts has no example ${name} with a comment`);
  return { comment: found[1] ?? '', source: (found[2] ?? '').replace(/^export /, '') };
}
