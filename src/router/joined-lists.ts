import type { Cell } from './cell.js';
import type { SchoolMap } from './school-map.js';

interface OfSchool {
  school_id: string;
}
type Item = OfSchool & Record<string, unknown>;
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

/**
 * One answer of those of several cells: items of a school come from the cell that has it, everything else from the first.
 * @param path for which `isJoined`
 * @param texts the answers, in JSON
 */
export function joined(path: string, texts: [cell: Cell, text: string][], schools: SchoolMap): Body {
  const answers = texts.map(([cell, text]): [Cell, Body] => [cell, JSON.parse(text) as Body]);
  const [member, order] = LISTS[path]!;
  const items = answers.flatMap(([cell, body]) =>
    (body[member] as Item[]).filter(({ school_id }) => (schools.of(school_id) ?? cell) === cell),
  );
  const [, first] = answers[0]!;
  const isMe = 'is_fully_deactivated' in first;
  return {
    ...first,
    [member]: items.sort(order),
    ...(isMe ? { is_fully_deactivated: items.length > 0 && items.every(isDeactivated) } : {}),
  };
}

const isDeactivated = ({ status }: Item): boolean => status === 'deactivated';
