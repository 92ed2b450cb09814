import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { TOKEN_ISSUER } from '../features/oauth/tokens/access-token.js';
import type { Cell } from './cell.js';
import { ask } from './exchange.js';
import { type KnownCells, cellsOfPerson } from './cells-of-person.js';

/** Tokens that are remembered, by their digests. */
const TOKENS = 50_000;
/** Milliseconds for which it is remembered who takes a token; a token that nobody takes may be taken soon, after a sign-up. */
const KNOWN_MS = 60_000;
const UNKNOWN_MS = 5_000;

/**
 * The address in a token of an outside provider, which every cell takes, and which makes an account wherever it is used first;
 * null in a token of ours. Nothing is believed here: the cell checks the token.
 */
function outsideAddress(authorization: string): string | null {
  try {
    const { iss, email } = decodeJwt(authorization.replace(/^bearer /i, ''));
    return iss !== TOKEN_ISSUER && typeof email === 'string' ? email : null;
  } catch {
    return null;
  }
}

/**
 * Finds out which cells take a bearer token: it asks them, and decides nothing itself. Of a person whom a provider
 * outside vouches for those where they have a place.
 */
export class TokenCells {
  private readonly known: LRUCache<string, KnownCells, string>;

  constructor(private readonly cells: readonly Cell[]) {
    this.known = new LRUCache<string, KnownCells, string>({
      max: TOKENS,
      ttl: KNOWN_MS,
      // Requests that come side by side share one search.
      fetchMethod: async (_digest, _stale, { context, options }) => {
        const found = await this.find(context);
        if (found.cells.length === 0) options.ttl = UNKNOWN_MS;
        if (!found.isSure) options.ttl = 1;
        return found;
      },
    });
  }

  /** @param authorization the header */
  async of(authorization: string): Promise<KnownCells> {
    const digest = hash('sha256', authorization, 'base64url');
    return (await this.known.fetch(digest, { context: authorization })) ?? { cells: [], isSure: false };
  }

  forgetAll(): void {
    this.known.clear();
  }

  private async find(authorization: string): Promise<KnownCells> {
    const email = outsideAddress(authorization);
    if (email !== null) return cellsOfPerson(email, this.cells);
    const statuses = await Promise.all(this.cells.map((cell) => statusOf(cell, authorization)));
    return {
      cells: this.cells.filter((_, at) => takes(statuses[at]!)),
      isSure: statuses.every((status) => takes(status) || status === 401),
    };
  }
}

/** Whoever has to do more first, such as a second step, is known as well. */
const takes = (status: number): boolean => status < 400 || status === 403;

async function statusOf(cell: Cell, authorization: string): Promise<number> {
  try {
    const answer = await ask(cell, {
      ...{ method: 'GET', url: '/api/v1/me', body: Buffer.alloc(0) },
      headers: { authorization, 'accept-encoding': 'identity' },
    });
    answer.resume();
    return answer.statusCode ?? 503;
  } catch {
    return 503;
  }
}
