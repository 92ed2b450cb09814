import type { ErrorCode } from '../../../src/platform/errors/app-error.js';

/** Parents who have, or had, the right to edit an organization: elsewhere they are parents without a family. */
export const EDITORS = [
  'editor',
  'editor not started',
  'editor expired',
  'editor revoked',
  'editor of another organization',
] as const;

/** Every kind of caller, in the order in which they are tried. */
export const CALLERS = [
  'anonymous',
  'garbage token',
  'forged token',
  'expired token',
  'signed out',
  'second step missing',
  'no school',
  'deactivated parent',
  'former parent',
  'parent of this family',
  'parent of another family',
  ...EDITORS,
  'junior admin',
  'senior admin',
  'parent of another school',
  'admin of another school',
  'member of two schools',
] as const;

export type Caller = (typeof CALLERS)[number];

/**
 * What a cell says: `ok` is the operation's own success. Where the feature is on, `role` misses the role that the route itself
 * needs, whatever is sent, and `no` a right to this very item; `soon` comes too soon after another one's, or in vain.
 */
const CELLS = {
  ok: null,
  400: { status: 400, code: 'validation_failed' },
  401: { status: 401, code: 'not_authenticated' },
  mfa: { status: 401, code: 'mfa_required' },
  403: { status: 403, code: 'not_authorized' },
  role: { status: 403, code: 'not_authorized' },
  no: { status: 403, code: 'not_authorized' },
  404: { status: 404, code: 'not_found' },
  409: { status: 409, code: 'conflict' },
  soon: { status: 409, code: 'conflict' },
} satisfies Record<string, Refusal | null>;

export interface Refusal {
  status: number;
  code: ErrorCode;
}

export type Cell = keyof typeof CELLS extends infer K ? `${K & (string | number)}` : never;

export const refusalOf = (cell: Cell): Refusal | null => CELLS[cell as keyof typeof CELLS];

export interface Grid {
  targets: string[];
  cells: Map<Caller, Cell[]>;
}

/**
 * Reads a table of callers × targets. Callers with the same answers share a line, and every caller has to be named
 * exactly once; `every editor` names all of those.
 */
export function grid(text: string): Grid {
  const [header, ...lines] = linesOf(text);
  const targets = header!.slice(1);
  const cells = new Map<Caller, Cell[]>();
  for (const [names, ...values] of lines) {
    if (values.length !== targets.length) throw new Error(`"${names}" needs ${targets.length} cells`);
    for (const caller of callersIn(names!)) {
      if (cells.has(caller)) throw new Error(`"${caller}" is named twice`);
      cells.set(caller, values.map(knownCell));
    }
  }
  const missing = CALLERS.filter((caller) => !cells.has(caller));
  if (missing.length > 0) throw new Error(`The grid says nothing of: ${missing.join(', ')}`);
  return { targets, cells };
}

/** The same grid but for some callers, in lines of the same kind. */
export function gridBut({ targets, cells }: Grid, text: string): Grid {
  const changed = linesOf(text).flatMap(([names, ...values]) =>
    callersIn(names!).map((caller) => [caller, values.map(knownCell)] as const),
  );
  return { targets, cells: new Map([...cells, ...changed]) };
}

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((part) => part.trim()));

const callersIn = (names: string): Caller[] =>
  names.split(', ').flatMap((name) => (name === 'every editor' ? EDITORS : known(name)));

function known(caller: string): Caller {
  if (!CALLERS.includes(caller as Caller)) throw new Error(`Nobody is called "${caller}"`);
  return caller as Caller;
}

function knownCell(cell: string): Cell {
  if (!(cell in CELLS)) throw new Error(`A cell cannot be "${cell}"`);
  return cell as Cell;
}
