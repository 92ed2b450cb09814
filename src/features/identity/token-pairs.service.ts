import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type JWK, SignJWT } from 'jose';
import type { EntityManager } from 'typeorm';
import { SIGNING_KEYS, type SigningKeys } from '../../platform/auth/signing-keys.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from './identity.errors.js';
import { Clock } from '../../platform/clock/clock.js';
import type { TokenPair } from './auth.dto.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { randomSecret, sha256 } from './secrets.js';

@Injectable()
export class AccessTokensService {
  constructor(@Inject(SIGNING_KEYS) private readonly keys: SigningKeys) {}

  /** A signed access token that stands for one session (RFC 9068). */
  sign(session: { userId: string; sessionId: string; issuedAt: Date; expiresAt: Date }): Promise<string> {
    const { kid, algorithm, privateKey } = this.keys.current;
    return new SignJWT({ sid: session.sessionId })
      .setProtectedHeader({ alg: algorithm, kid, typ: TOKEN_TYPE })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(session.userId)
      .setIssuedAt(session.issuedAt)
      .setExpirationTime(session.expiresAt)
      .sign(privateKey);
  }

  /** The public half of every accepted key (RFC 7517). */
  publishedKeys(): JWK[] {
    return this.keys.published.map((key) => key.jwk);
  }

  /** The key that a token names, if it is one of ours and the algorithm is the key's own. */
  findKey(kid: unknown, algorithm: unknown): KeyObject | null {
    return (
      this.keys.published.find((key) => key.kid === kid && key.algorithm === algorithm)?.publicKey ?? null
    );
  }
}

/** Seconds (contract section 11). */
export const ACCESS_TTL = 900;
export const REFRESH_TTL = 2_592_000;

@Injectable()
export class TokenPairsService {
  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly tokens: AccessTokensService,
    private readonly clock: Clock,
  ) {}

  /** From now until a refresh token given out now expires (UTC). */
  lifetime(): { now: Date; expiresAt: Date } {
    const now = this.clock.now();
    return { now, expiresAt: new Date(now.getTime() + REFRESH_TTL * 1000) };
  }

  /** A new pair for a session, within the caller's transaction. */
  async issue(
    manager: EntityManager,
    session: { sessionId: string; userId: string; mfaRequired: boolean },
  ): Promise<TokenPair> {
    const { now, expiresAt: refreshExpiresAt } = this.lifetime();
    const refreshToken = randomSecret();
    await this.sessions.addRefreshToken(manager, {
      tokenHash: sha256(refreshToken),
      sessionId: session.sessionId,
      now,
      expiresAt: refreshExpiresAt,
    });
    const expiresAt = new Date(now.getTime() + ACCESS_TTL * 1000);
    return {
      access_token: await this.tokens.sign({ ...session, issuedAt: now, expiresAt }),
      token_type: 'Bearer',
      expires_in: ACCESS_TTL,
      refresh_token: refreshToken,
      refresh_expires_in: REFRESH_TTL,
      mfa_required: session.mfaRequired,
    };
  }
}
