import { readFileSync } from 'node:fs';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import type { OperationExample } from '../../../src/platform/openapi/openapi-examples.js';

export type Json = Record<string, unknown>;

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

/** An answer that the document allows, and the name of its schema. */
export interface Answer {
  operationId: string;
  status: string;
  schema: string;
  value: unknown;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(fromProjectRoot(path), 'utf8')) as T;

export const document = read<{
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}>('docs/openapi-3.1.json');
const recorded = read<Record<string, OperationExample>>('public/docs/examples.json');

const nameOf = (reference: unknown): string => String(reference).replace('#/components/schemas/', '');

/** What each operation answered, and each of these answers with one or two of its values null, wherever the document allows it. */
export function answers(): Answer[] {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  return operations.flatMap(({ operationId, responses }) => {
    const [status = '', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
    const schema = success?.content?.['application/json']?.schema;
    const value = recorded[operationId]?.response;
    if (!schema?.$ref || value === undefined) return [];
    const one = withNulls(value, schema);
    const two = one.flatMap((changed) => withNulls(changed, schema));
    const all = [...new Map([value, ...one, ...two].map((each) => [JSON.stringify(each), each])).values()];
    return all.map((each) => ({ operationId, status, schema: nameOf(schema.$ref), value: each }));
  });
}

/** Copies of the value, each with null in another place that may be null. */
function withNulls(value: unknown, schema: Json): unknown[] {
  if (schema.$ref) return withNulls(value, document.components.schemas[nameOf(schema.$ref)]!);
  if (schema.anyOf) return withNulls(value, (schema.anyOf as Json[])[0]!);
  if (schema.allOf) return (schema.allOf as Json[]).flatMap((part) => withNulls(value, part));
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      withNulls(item, schema.items as Json).map((changed) => value.with(at, changed)),
    );
  if (typeof value !== 'object' || value === null) return [];
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!(name in value)) return [];
    const own = (value as Json)[name];
    const changed = withNulls(own, property);
    if (own !== null && takesNull(property)) changed.push(null);
    return changed.map((inner) => ({ ...value, [name]: inner }));
  });
}

export const takesNull = ({ type, anyOf }: Json): boolean =>
  [type].flat().includes('null') || ((anyOf ?? []) as Json[]).some((one) => one.type === 'null');
