import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import type { TokenClaims } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { Clock } from '../../clock/clock.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from './identity.constants.js';
import { outsideClaims } from './outside-claims.js';
import { TokenKeys } from './token-keys.js';

/** Seconds that an outside provider's clock may be ahead of ours. */
const LEEWAY = 30;

type Payload = Record<string, unknown> & { exp?: unknown; nbf?: unknown };

/** Checks signature, issuer, audience and time of the bearer token; rights are read elsewhere, from storage. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly outsideIssuer: Settings['outsideIssuer'];

  constructor(
    @Inject(SETTINGS) { outsideIssuer }: Settings,
    keys: TokenKeys,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: keyFor(keys),
      // Public keys only: with HS256 a published key would be a password.
      algorithms: ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
      issuer: [TOKEN_ISSUER, ...(outsideIssuer ? [outsideIssuer.issuer] : [])],
      // Time and audience are checked below, against the one clock and the issuer at hand.
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
    });
    this.outsideIssuer = outsideIssuer;
  }

  /** False makes it 401. Seconds since 1970 in `exp` and `nbf` (RFC 7519 §2). */
  validate(payload: Payload): TokenClaims | false {
    const own = payload['iss'] === TOKEN_ISSUER;
    if (![payload['aud']].flat().includes(own ? TOKEN_AUDIENCE : this.outsideIssuer?.audience)) return false;
    const now = this.clock.now().getTime() / 1000;
    const { exp, nbf } = payload;
    if (typeof exp !== 'number' || exp <= now) return false;
    if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now + (own ? 0 : LEEWAY))) return false;
    return own ? ownClaims(payload, exp) : (outsideClaims(payload, exp) ?? false);
  }
}

function ownClaims({ sub, sid }: Payload, expiresAt: number): TokenClaims | false {
  return isUuid(sub) && isUuid(sid) ? { issuer: 'own', userId: sub, sessionId: sid, expiresAt } : false;
}

const keyFor =
  (keys: TokenKeys): SecretOrKeyProvider =>
  (_request: unknown, rawToken: string, done: (error: unknown, key?: string) => void) => {
    keys.findFor(rawToken).then(
      // A KeyObject is taken as well as a PEM (jsonwebtoken 9); passport-jwt's types know the latter only.
      (key: KeyObject | null) => done(key ? null : new Error('unknown key'), key as unknown as string),
      done,
    );
  };
