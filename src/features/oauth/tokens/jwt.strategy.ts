import { hash, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decodeProtectedHeader } from 'jose';
import type { Request } from 'express';
import { ExtractJwt, type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import type { OutsideToken, TokenClaims } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from './access-token.js';
import { inNormalForm, looksLikeEmail, normalizeEmail } from '../../../platform/text/normalize.js';
import { isOwn, TokenKeys, typeIn } from './token-keys.js';

/** RFC 8176: methods that are a second step beside another one; alone each is one step, as a code by mail is. */
const SECOND_STEPS = new Set(['otp', 'totp', 'hwk', 'swk', 'sms', 'sc', 'webauthn']);
/** NIST SP 800-63B levels, OpenID EAP, PAPE. */
const HIGH_LEVELS = new Set([
  'aal2',
  'aal3',
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]);

/** Characters without a width, or with an empty one: people read such an address as another one. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufffc]/u;

/** Kelvin and angstrom: other characters than the letters that NFC makes of them. */
const LETTER_SIGNS = /[\u212A\u212B]/;

/** The claims of an outside provider's token that the service uses; null when it names nobody. */
export function oidcClaims(
  payload: Record<string, unknown>,
  { expiresAt, digest }: Pick<OutsideToken, 'expiresAt' | 'digest'>,
): OutsideToken | null {
  const { iss, sub, email, email_verified: verified } = payload;
  if (typeof sub !== 'string' || !sub.trim() || typeof email !== 'string') return null;
  const address = normalizeEmail(email);
  if (!looksLikeEmail(address) || HIDDEN.test(email)) return null;
  return {
    issuer: 'outside',
    sessionId: null,
    subjectId: uuidFrom(`${String(iss)} ${sub}`),
    digest,
    email: address,
    // Some providers write booleans as text.
    emailVerified: (verified === true || verified === 'true') && isPlain(email, address),
    secondStepDone: secondStepDone(payload),
    expiresAt,
  };
}

/**
 * Only case and blanks around it differ. `normalizeEmail` also makes one of look-alikes (`ﬁna@` is `fina@`), which at the
 * provider are other people: what it has verified of them it has not verified of the account here.
 */
const isPlain = (given: string, address: string): boolean =>
  inNormalForm(given).trim().toLowerCase() === address && !LETTER_SIGNS.test(given);

function secondStepDone({ aal, amr, acr }: Record<string, unknown>): boolean {
  const methods = new Set<unknown>(Array.isArray(amr) ? amr : []);
  const levels = [aal, acr].filter((level): level is string => typeof level === 'string');
  return (
    methods.has('mfa') ||
    (methods.size > 1 && [...SECOND_STEPS].some((method) => methods.has(method))) ||
    levels.some((level) => HIGH_LEVELS.has(level.toLowerCase()))
  );
}

/** An id made of the text, always the same for a person; RFC 9562 §5.8 leaves version 8 to us. */
function uuidFrom(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Seconds that an outside provider's clock may be ahead of ours. */
const LEEWAY = 30;

/** Seconds: a token that is good for longer could not be taken back for longer. */
const MAX_LIFETIME = 24 * 60 * 60;

/** Claims that only ID tokens have (OpenID Connect Core §2, §3.3.2.11), which are for the application and not for us. */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash'];

/** `typ` and `token_use` are how Keycloak and Cognito tell the two apart. */
const isIdToken = (payload: Payload): boolean =>
  ID_TOKEN_CLAIMS.some((claim) => claim in payload) ||
  payload['typ'] === 'ID' ||
  payload['token_use'] === 'id';

/** Claims of access tokens whose header does not say so, at the known providers; no ID token has any of these. */
const ACCESS_TOKEN_CLAIMS = ['scope', 'scp', 'client_id', 'cid', 'appid', 'roles', 'permissions'];

/** RFC 9068 says it in the header; elsewhere the claims have to. A security event (RFC 8417) is another thing in any case. */
const isAccessToken = (header: { typ?: string }, payload: Payload): boolean =>
  !isIdToken(payload) &&
  !('events' in payload) &&
  (typeIn(header) === 'at+jwt' ||
    payload['typ'] === 'Bearer' ||
    payload['token_use'] === 'access' ||
    ACCESS_TOKEN_CLAIMS.some((claim) => claim in payload));

/** Digest of the signed part, which can be written in one way only. */
const signedDigest = (token: string): string =>
  hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url');

const bearerToken = ExtractJwt.fromAuthHeaderAsBearerToken();

type Payload = Record<string, unknown> & { exp?: unknown; nbf?: unknown };

/** Checks signature, issuer, audience and time of the bearer token; rights are read elsewhere, from storage. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly outsideIssuer: Settings['outsideIssuer'];

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    keys: TokenKeys,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: bearerToken,
      passReqToCallback: true,
      secretOrKeyProvider: keyFor(keys),
      // Public keys only: with HS256 a published key would be a password.
      algorithms: ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
      issuer: [
        TOKEN_ISSUER,
        settings.siteUrl,
        ...(settings.outsideIssuer ? [settings.outsideIssuer.issuer] : []),
      ],
      // Time and audience are checked below, against the one clock and the issuer at hand.
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
    });
    this.outsideIssuer = settings.outsideIssuer;
  }

  /** False makes it 401. Seconds since 1970 in `exp` and `nbf` (RFC 7519 §2). */
  validate(request: Request, payload: Payload): TokenClaims | false {
    const own = isOwn(payload['iss'], this.settings);
    if (![payload['aud']].flat().includes(own ? TOKEN_AUDIENCE : this.outsideIssuer?.audience)) return false;
    const now = this.clock.now().getTime() / 1000;
    const { exp, nbf } = payload;
    if (typeof exp !== 'number' || exp <= now) return false;
    if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now + (own ? 0 : LEEWAY))) return false;
    if (own) return ownClaims(payload, exp);
    const issued = typeof payload['iat'] === 'number' ? Math.min(payload['iat'], now) : now;
    const token = bearerToken(request) ?? '';
    if (exp - issued > MAX_LIFETIME || !isAccessToken(decodeProtectedHeader(token), payload)) return false;
    return oidcClaims(payload, { expiresAt: exp, digest: signedDigest(token) }) ?? false;
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
