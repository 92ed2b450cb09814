import type { IncomingMessage } from 'node:http';
import { UnavailableError } from '../platform/errors/app-error.js';
import type { Cell } from './cell.js';
import { ask, type Question } from './exchange.js';

/** Whether an answer of this status says that it is not the cell that was looked for. */
export type Refused = (status: number) => boolean;

interface CellAnswer {
  cell: Cell;
  answer: IncomingMessage;
}

/**
 * Asks one cell after the other until one does not refuse.
 * @returns its answer; when all refuse, that of the first that does not ask for another sign-in
 * @throws UnavailableError when one could not tell
 */
export async function askInTurn(
  cells: readonly Cell[],
  question: Question,
  refuses: Refused,
): Promise<CellAnswer> {
  let refused: CellAnswer | null = null;
  let isUnsure = false;
  for (const cell of cells) {
    const answer = await ask(cell, question).catch(() => null);
    const status = answer?.statusCode ?? 503;
    if (answer && !refuses(status)) {
      refused?.answer.resume();
      return { cell, answer };
    }
    isUnsure ||= status >= 500 || status === 429;
    if (answer && (!refused || (refused.answer.statusCode === 401 && status !== 401))) {
      refused?.answer.resume();
      refused = { cell, answer };
    } else answer?.resume();
  }
  if (refused && !isUnsure) return refused;
  refused?.answer.resume();
  throw new UnavailableError();
}

/**
 * Has every cell carry out the same. What the first refuses is refused before anything has changed; from then on it goes on, though the
 * client hangs up and though a cell has nothing to change: a number that is hidden in one cell is hidden in the others.
 * @returns the answer of the first that carried it out, else of the first
 * @throws UnavailableError when one could not: the same request may be sent again
 */
export async function askAll(
  cells: readonly Cell[],
  { signal: _, ...question }: Question,
): Promise<IncomingMessage> {
  let latest: IncomingMessage | null = null;
  for (const cell of cells) {
    const isBegun = latest !== null && isDone(latest);
    const answer: IncomingMessage = await ask(cell, isBegun ? withoutTag(question) : question).catch(
      (error) => {
        latest?.resume();
        throw error;
      },
    );
    const status = answer.statusCode ?? 500;
    if (isBegun) answer.resume();
    else {
      latest?.resume();
      latest = answer;
    }
    if (status >= 500) {
      latest!.resume();
      throw new UnavailableError();
    }
    if (answer === latest && !isDone(answer) && !hasNothingToChange(status)) break;
  }
  return latest!;
}

/** The tag is that of the first cell, which has compared it. */
const withoutTag = ({ headers: { 'if-match': _, ...headers }, ...question }: Question): Question => ({
  ...question,
  headers,
});

const isDone = ({ statusCode = 500 }: IncomingMessage): boolean => statusCode < 400;

/** Of who was deactivated in all schools of a cell, or has nothing there. */
const hasNothingToChange = (status: number): boolean => status === 403 || status === 404;
