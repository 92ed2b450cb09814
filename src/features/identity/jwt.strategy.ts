import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import type { TokenClaims } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { Clock } from '../../clock/clock.js';
import { AccessTokensService } from './access-tokens.service.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from './identity.constants.js';

interface AccessTokenPayload {
  sub?: unknown;
  sid?: unknown;
  exp?: unknown;
  nbf?: unknown;
}

/** Checks signature, issuer, audience and time of the bearer token; rights are read elsewhere, from storage. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    tokens: AccessTokensService,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: keyNamedBy(tokens),
      algorithms: ['ES256', 'RS256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      // Time is checked below, against the one clock.
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
    });
  }

  /** False makes it 401. Seconds since 1970 in `exp` and `nbf` (RFC 7519 §2). */
  validate(payload: AccessTokenPayload): TokenClaims | false {
    const now = this.clock.now().getTime() / 1000;
    const { sub, sid, exp, nbf } = payload;
    if (typeof exp !== 'number' || exp <= now) return false;
    if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now)) return false;
    return isUuid(sub) && isUuid(sid) ? { userId: sub, sessionId: sid } : false;
  }
}

/** Only keys of our own are ever tried: `jku`, `jwk` and `x5u` in a header are not looked at. */
function keyNamedBy(tokens: AccessTokensService): SecretOrKeyProvider {
  return (_request: unknown, rawToken: string, done: (error: unknown, key?: string) => void) => {
    try {
      const { kid, alg, typ } = decodeProtectedHeader(rawToken);
      const key = typ === TOKEN_TYPE ? tokens.findKey(kid, alg) : null;
      done(key ? null : new Error('unknown key'), key?.pem);
    } catch (error) {
      done(error);
    }
  };
}
