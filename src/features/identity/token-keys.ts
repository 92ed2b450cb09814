import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { VerifiedTokens } from '../../platform/auth/verified-tokens.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { AccessTokensService } from './access-tokens.service.js';
import { TOKEN_ISSUER, TOKEN_TYPE } from './identity.errors.js';
import { OidcJwks } from './oidc-jwks.js';

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
    // Nobody asks for the key of a remembered token: it would never be noticed that it was withdrawn.
    verified.whenUsed(({ issuer }) => {
      if (issuer === 'outside') outside.stayFresh();
    });
  }

  /** `jku`, `jwk` and `x5u` in a header are not looked at. Null, or an error, for a token that names no such key. */
  async findFor(rawToken: string): Promise<KeyObject | null> {
    const header = decodeProtectedHeader(rawToken);
    // Not verified yet: it only chooses whose keys are tried, and each issuer's keys vouch for that issuer alone.
    const { iss } = decodeJwt(rawToken);
    if (iss === TOKEN_ISSUER)
      return header.typ === TOKEN_TYPE ? this.own.findKey(header.kid, header.alg) : null;
    return iss !== undefined && iss === this.settings.outsideIssuer?.issuer
      ? this.outside.find(header)
      : null;
  }
}
