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

/** Lists of a person over all their schools: the member that has the items, and their order. */
const LISTS: Record<string, [member: string, order: Order]> = {
  '/api/v1/me': ['memberships', (a, b) => String(a.school_name).localeCompare(String(b.school_name))],
  '/api/v1/me/outstanding': ['items', by('due_at')],
  '/api/v1/me/disclosures': ['disclosures', newest('at')],
  '/api/v1/me/claims': ['claims', by('starts_at')],
  '/api/v1/me/corrections': ['corrections', newest('created_at')],
};

/** Whether the answer is made of those of all cells of the person. */
export const isJoined = (path: string): boolean => Object.hasOwn(LISTS, path);

/** Bytes of a list of one cell that is joined with others. */
const MAX_LIST = 16 * 1024 * 1024;
const COPIED_HEADERS = [
  ...['content-type', 'cache-control', 'vary', 'x-request-id', 'retry-after', 'www-authenticate'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];

/**
 * Answers with one list of those of several cells; with a refusal, if one of them refuses.
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
  const answers = await Promise.all(cells.map((cell) => askWhole(cell, plain, MAX_LIST)));
  const refused = answers.find(({ status }) => status !== 200);
  const { headers: own, text } = refused ?? answers[0]!;
  const pairs = cells.map((cell, at): [Cell, string] => [cell, answers[at]!.text]);
  const body = refused ? text : JSON.stringify(joined(path, pairs, schools));
  for (const name of COPIED_HEADERS) if (own[name] !== undefined) response.setHeader(name, own[name]);
  response.writeHead(refused?.status ?? 200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** Items of a school come from the cell that has it, everything else from the first. */
function joined(path: string, texts: [cell: Cell, text: string][], schools: SchoolMap): Body {
  const answers = texts.map(([cell, text]): [Cell, Body] => [cell, bodyOf(text)]);
  const [member, order] = LISTS[path]!;
  const items = answers.flatMap(([cell, body]) =>
    (body[member] as Item[]).filter(({ school_id: id }) => isOfCell(schools, cell, id)),
  );
  const [, first] = answers[0]!;
  const isMe = 'is_fully_deactivated' in first;
  return {
    ...first,
    [member]: withoutCopies(items).sort(order),
    ...(isMe ? { is_fully_deactivated: items.length > 0 && items.every(isDeactivated) } : {}),
  };
}

const isOfCell = (schools: SchoolMap, cell: Cell, schoolId: unknown): boolean =>
  typeof schoolId !== 'string' || (schools.of(schoolId) ?? cell) === cell;

/** A correction does not name its school. Where one has moved, the copy that it has left behind is open for ever. */
function withoutCopies(items: Item[]): Item[] {
  const ids = new Set<unknown>();
  return items.toSorted(by('settled_at')).filter(({ school_id: schoolId, id }) => {
    if (schoolId !== undefined) return true;
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
