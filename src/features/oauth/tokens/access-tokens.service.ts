import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type JWK, SignJWT } from 'jose';
import { SIGNING_KEYS, type SigningKeys } from '../../../platform/auth/signing-keys.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from './access-token.js';

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
