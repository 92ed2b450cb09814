import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { VerifiedTokens } from '../../../platform/auth/verified-tokens.js';
import { AccessTokensService } from './access-tokens.service.js';
import { TOKEN_ISSUER, TOKEN_TYPE } from './access-token.js';
import { OidcJwks } from './oidc-jwks.js';

/** Media types of an access token (RFC 9068 §2.1; many providers say JWT, RFC 7519 §5.1), without `application/`. */
const ACCESS_TOKEN_TYPES: unknown[] = [undefined, 'at+jwt', 'jwt'];

export const typeIn = ({ typ }: { typ?: string }): string | undefined =>
  typ?.toLowerCase().replace(/^application\//, '');

/** Finds the key to check a token with: our own or the outside provider's, never one that the token brings along. */
@Injectable()
export class TokenKeys {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly own: AccessTokensService,
    private readonly outside: OidcJwks,
    verified: VerifiedTokens,
  ) {
    outside.whenRemoved(() => verified.forgetAll());
    // A remembered token needs no key, so that its withdrawal would never be noticed.
    verified.whenUsed(({ issuer }) => {
      if (issuer === 'outside') outside.stayFresh();
    });
  }

  /** `jku`, `jwk` and `x5u` in a header are not looked at. Null, or an error, for a token that names no such key. */
  async findFor(rawToken: string): Promise<KeyObject | null> {
    const header = decodeProtectedHeader(rawToken);
    // An extension that has to be understood (RFC 7515 §4.1.11), and we understand none.
    if ('crit' in header) return null;
    // Not verified yet: it only chooses whose keys are tried, and each issuer's keys vouch for that issuer alone.
    const { iss } = decodeJwt(rawToken);
    if (isOwn(iss, this.settings))
      return header.typ === TOKEN_TYPE ? this.own.findKey(header.kid, header.alg) : null;
    const type = typeIn(header);
    return iss !== undefined &&
      iss === this.settings.outsideIssuer?.issuer &&
      ACCESS_TOKEN_TYPES.includes(type)
      ? this.outside.find(header)
      : null;
  }
}

/**
 * True for an issuer of ours: the token operations, or the authorization server, whose issuer is where its metadata is (RFC
 * 8414).
 */
export const isOwn = (issuer: unknown, { siteUrl }: Pick<Settings, 'siteUrl'>): boolean =>
  issuer === TOKEN_ISSUER || issuer === siteUrl;
