import type { ServerResponse } from 'node:http';
import { UnavailableError } from '../platform/errors/app-error.js';
import type { Cell } from './cell.js';
import { askWhole, type Question } from './exchange.js';
import type { SchoolMap } from './school-map.js';

type Item = Record<string, unknown>;
type Body = Record<string, unknown>;
type Order = (a: Item, b: Item) => number;

/** Times are written in one way (contract section 0), so that they sort as text; null is last. */
const by =
  (name: string): Order =>
  (a, b) => {
    const [one, other] = [a[name] as string | null, b[name] as string | null];
    if (one === other) return 0;
    if (one === null) return 1;
    return other !== null && one > other ? 1 : -1;
  };
const newest =
  (name: string): Order =>
  (a, b) =>
    by(name)(b, a);

/** What a person reads over all their schools, and in which order; null: as the cells have it, one after the other. */
const ORDERS: Record<string, Order | null> = {
  '/api/v1/me': (a, b) => String(a.school_name).localeCompare(String(b.school_name)),
  '/api/v1/me/outstanding': by('due_at'),
  '/api/v1/me/disclosures': newest('at'),
  '/api/v1/me/claims': by('starts_at'),
  '/api/v1/me/corrections': newest('created_at'),
  '/api/v1/me/export': null,
};

/** Whether the answer is made of those of all cells of the person. */
export const isJoined = (path: string): boolean => Object.hasOwn(ORDERS, path);

/** Bytes of the answer of one cell that is joined with others. */
const MAX_ANSWER = 32 * 1024 * 1024;
const COPIED_HEADERS = [
  ...[
    'content-type',
    'content-disposition',
    'cache-control',
    'vary',
    'x-request-id',
    'retry-after',
    'www-authenticate',
  ],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];

/**
 * Answers with one document of those of several cells; with a refusal, if one of them refuses.
 * @param path for which `isJoined`
 * @throws UnavailableError when one cannot be asked
 */
export async function joinLists(
  path: string,
  cells: readonly Cell[],
  question: Question,
  schools: SchoolMap,
  response: ServerResponse,
): Promise<void> {
  const { 'if-none-match': _, ...headers } = question.headers;
  const plain = { ...question, headers: { ...headers, 'accept-encoding': 'identity' } };
  const answers = await Promise.all(cells.map((cell) => askWhole(cell, plain, MAX_ANSWER)));
  const refused = answers.find(({ status }) => status !== 200);
  const { headers: own, text } = refused ?? answers[0]!;
  const pairs = cells.map((cell, at): [Cell, string] => [cell, answers[at]!.text]);
  const body = refused ? text : JSON.stringify(joined(path, pairs, schools));
  for (const name of COPIED_HEADERS) if (own[name] !== undefined) response.setHeader(name, own[name]);
  response.writeHead(refused?.status ?? 200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** Items of a school come from the cell that has it, what is no list from the first. */
function joined(path: string, texts: [cell: Cell, text: string][], schools: SchoolMap): Body {
  const answers = texts.map(([cell, text]): [Cell, Body] => [cell, bodyOf(text)]);
  const [, first] = answers[0]!;
  const lists = Object.keys(first).filter((member) => Array.isArray(first[member]));
  const body = { ...first };
  for (const member of lists) {
    const items = answers.flatMap(([cell, of]) =>
      (of[member] as Item[]).filter(({ school_id: id }) => isOfCell(schools, cell, id)),
    );
    const order = ORDERS[path];
    body[member] = order ? withoutCopies(items).sort(order) : withoutCopies(items);
  }
  if ('is_fully_deactivated' in body) {
    const memberships = body.memberships as Item[];
    body.is_fully_deactivated = memberships.length > 0 && memberships.every(isDeactivated);
  }
  return body;
}

const isOfCell = (schools: SchoolMap, cell: Cell, schoolId: unknown): boolean =>
  typeof schoolId !== 'string' || (schools.of(schoolId) ?? cell) === cell;

/** A correction does not name its school. Where one has moved, the copy that it has left behind is open for ever. */
function withoutCopies(items: Item[]): Item[] {
  const ids = new Set<unknown>();
  return items.toSorted(by('settled_at')).filter(({ school_id: schoolId, id }) => {
    if (schoolId !== undefined || id === undefined) return true;
    const isFirst = !ids.has(id);
    ids.add(id);
    return isFirst;
  });
}

/** @throws UnavailableError for an answer that a cell has not written, as of a proxy before it */
function bodyOf(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new UnavailableError();
  }
}

const isDeactivated = ({ status }: Item): boolean => status === 'deactivated';
