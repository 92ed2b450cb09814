import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { TokenPair } from './auth.dto.js';
import { RefreshTokensRepository } from './refresh-tokens.repository.js';
import { randomSecret, sha256 } from '../../account/secrets.js';
import { AccessTokensService } from './access-tokens.service.js';

/** Seconds (contract section 11). */
export const ACCESS_TTL = 900;
export const REFRESH_TTL = 2_592_000;

@Injectable()
export class TokenPairsService {
  constructor(
    private readonly refreshTokens: RefreshTokensRepository,
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
    await this.refreshTokens.addRefreshToken(manager, {
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
