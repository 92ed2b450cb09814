import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { TOKEN_ISSUER } from '../features/oauth/tokens/access-token.js';
import type { Cell } from './cell.js';
import { askWhole } from './exchange.js';
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
    // A search that is under way when everything is forgotten fails: what it has found may be true no more.
    const found = await this.known.fetch(digest, { context: authorization }).catch(() => undefined);
    return found ?? this.find(authorization);
  }

  forgetAll(): void {
    this.known.clear();
  }

  private async find(authorization: string): Promise<KnownCells> {
    const email = outsideAddress(authorization);
    if (email !== null) return cellsOfPerson(email, this.cells);
    const answers = await Promise.all(this.cells.map((cell) => answerOf(cell, authorization)));
    return {
      cells: this.cells.filter((_, at) => answers[at] === 'takes it'),
      isSure: !answers.includes('unsure'),
    };
  }
}

/** Bytes of what is known of a person. */
const MAX_ME = 16 * 1024 * 1024;

/** Whether a cell takes the token. Whoever has to do more first, as a second step, is known as well. */
async function answerOf(cell: Cell, authorization: string): Promise<'takes it' | 'refuses it' | 'unsure'> {
  const question = { method: 'GET', url: '/api/v1/me', body: Buffer.alloc(0) };
  const headers = { authorization, 'accept-encoding': 'identity' };
  const answer = await askWhole(cell, { ...question, headers }, MAX_ME).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) return 'unsure';
  if (answer.status !== 401) return 'takes it';
  return answer.text.includes('"mfa_required"') ? 'takes it' : 'refuses it';
}
