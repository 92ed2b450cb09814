import { randomInt } from 'node:crypto';
import type { Exchange } from '../http/one-connection.js';

const asked = process.env.ORACLE_PAIRS;

/** Pairs of questions: a few, which compare the answers alone, or `ORACLE_PAIRS`, which compare times as well. */
export const PAIRS = asked ? Number(asked) : 1;

/** Only in the full size is there something to compare: a busy machine would only measure itself. */
export const comparesTimes = asked !== undefined;

/** Milliseconds after which the pairs are taken to hang. */
export const timeForPairs = (perPair = 200): number => 60_000 + PAIRS * perPair;

export interface Compared {
  /** What was told apart, in words; empty where nothing was. */
  differences: string[];
  /** Median milliseconds of each. */
  medians: { there: number; invented: number };
}

type Ask = () => Promise<Exchange>;

/** Asks for both in random order, pair by pair: what slows one slows the other. */
export async function compare(there: Ask, invented: Ask, pairs = PAIRS): Promise<Compared> {
  const [ofThere, ofInvented]: [number[], number[]] = [[], []];
  const differences = new Set<string>();
  for (let pair = 0; pair < pairs; pair += 1) {
    const inventedFirst = randomInt(2) === 1;
    const first = await (inventedFirst ? invented : there)();
    const second = await (inventedFirst ? there : invented)();
    const [a, b] = inventedFirst ? [second, first] : [first, second];
    ofThere.push(a.took);
    ofInvented.push(b.took);
    const [left, right] = [shown(a), shown(b)];
    if (left !== right) differences.add(`${left} and ${right}`);
  }
  return {
    differences: [...differences],
    medians: { there: median(ofThere), invented: median(ofInvented) },
  };
}

const shown = ({ status, headers, body }: Exchange): string => JSON.stringify([status, headers, body]);

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
