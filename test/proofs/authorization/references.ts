import { readFileSync } from 'node:fs';
import { kindOf, KINDS, type Kind } from './targets.js';
import type { WorldRequest } from './request.js';

/*
 * A reference is a place of a request where an id stands: a parameter of the path, of the query, or a member of the
 * body. Where there are several, each is looked at by itself while the others are right.
 */

/** `path.listId`, `query.studentId` or `body.leaders[].person_id`. */
export type Place = string;

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  items?: Schema;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Documented {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Documented>>; components: { schemas: Record<string, Schema> } };

/** @param operation `GET /students/:studentId` */
export function placesOf(operation: string): Place[] {
  const [method, path] = operation.split(' ') as [string, string];
  const inPath = [...path.matchAll(/:([a-z]\w+Id)/g)].map(([, name]) => `path.${name}`);
  const documented = paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
  const inQuery = (documented?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.schema?.format === 'uuid')
    .map(({ name }) => `query.${name}`);
  const bodies = Object.values(documented?.requestBody?.content ?? {});
  return [...new Set([...inPath, ...inQuery, ...bodies.flatMap(({ schema }) => idsIn(schema, 'body'))])];
}

function idsIn(schema: Schema, at: string): Place[] {
  if (schema.$ref) return idsIn(components.schemas[schema.$ref.split('/').pop()!]!, at);
  return [
    ...(schema.type === 'string' && schema.format === 'uuid' ? [at] : []),
    ...(schema.allOf ?? []).flatMap((part) => idsIn(part, at)),
    ...(schema.items ? idsIn(schema.items, `${at}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => idsIn(member, `${at}.${name}`)),
  ];
}

export interface Reference {
  operation: string;
  place: Place;
  /** What the id is of; see `reference-ids.ts`. */
  of: string;
  /** Status by the kind of target: `ok` as the operation has it, null where the grid has it or where there is none. */
  answers: Record<Kind, number | 'ok' | null>;
}

/** Reads lines of `place | of | own | other | foreign | invented`, below the operation that they are of. */
export function references(text: string): Reference[] {
  let operation = '';
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [place, of, ...cells] = line.split('|').map((part) => part.trim());
      if (place === '') return [];
      if (of === undefined) {
        operation = place!;
        return [];
      }
      if (cells.length !== KINDS.length) throw new Error(`"${line}" needs ${KINDS.length} cells`);
      const answers = Object.fromEntries(KINDS.map((kind, index) => [kind, answerOf(cells[index]!)]));
      return [{ operation, place: place!, of, answers: answers as Reference['answers'] }];
    });
}

const answerOf = (cell: string): number | 'ok' | null =>
  cell === '-' ? null : cell === 'ok' ? 'ok' : Number(cell);

/** The kinds of target that a grid has for the one id of its operation. */
export const kindsOf = (targets: string[]): Kind[] =>
  KINDS.filter((kind) => targets.some((target) => kindOf(target) === kind));

/** The same request with an id of one's choice in this place. */
export function withReference(request: WorldRequest, place: Place, id: string): WorldRequest {
  const [where, ...rest] = place.split('.');
  if (where === 'body') return { ...request, body: put(request.body, rest.join('.').split(/\.|(?=\[)/), id) };
  if (where !== 'query') throw new Error(`${place} is in no body and no query`);
  const [path, query] = request.path.split('?') as [string, string?];
  const asked = new URLSearchParams(query);
  asked.set(rest[0]!, id);
  return { ...request, path: `${path}?${asked.toString()}` };
}

function put(into: unknown, [first, ...rest]: string[], id: string): unknown {
  if (first === undefined) return id;
  if (first === '[]') return [put(Array.isArray(into) ? into[0] : undefined, rest, id)];
  const members = (into ?? {}) as Record<string, unknown>;
  return { ...members, [first]: put(members[first], rest, id) };
}
