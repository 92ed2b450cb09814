import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TokenClaims } from './caller.js';

/** About 20 MB when full. */
const MAX = 50_000;

/**
 * Tokens whose signature was checked before, until they expire: proof of who speaks, so that the second use costs a
 * hash. What a person may do is never remembered. Tokens themselves are not kept, only their digests.
 */
@Injectable()
export class VerifiedTokens {
  /** With `max` the places of all of them would be made at once, at each start and by each command. */
  private readonly claims = new LRUCache<string, TokenClaims>({ maxSize: MAX, sizeCalculation: () => 1 });
  private onUse: (claims: TokenClaims) => void = () => undefined;

  /** @param now UTC */
  find(token: string, now: Date): TokenClaims | null {
    const key = digest(token);
    const claims = this.claims.get(key);
    if (!claims) return null;
    if (claims.expiresAt * 1000 > now.getTime()) {
      this.onUse(claims);
      return claims;
    }
    this.claims.delete(key);
    return null;
  }

  /** The one that was not used for longest gives way when there are too many. */
  remember(token: string, claims: TokenClaims): void {
    this.claims.set(digest(token), claims);
  }

  /** Calls back with each that is good without having been checked now. */
  whenUsed(callback: (claims: TokenClaims) => void): void {
    this.onUse = callback;
  }

  /** A key is no longer to be trusted: everything is checked again. */
  forgetAll(): void {
    this.claims.clear();
  }
}

const digest = (token: string): string => hash('sha256', token, 'base64');
