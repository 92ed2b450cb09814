import { Injectable } from '@nestjs/common';
import type { Account, TokenClaims } from '../../../platform/auth/caller.js';
import type { CallingApplication } from '../applications.service.js';
import type { RevokeRequest, TokenPair, TokenRequest } from './auth.dto.js';
import { SessionsService } from '../../account/sessions/sessions.service.js';
import { MySessionsService } from '../../account/sessions/my-sessions.service.js';
import { sha256 } from '../../account/secrets.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { TokenRenewalService } from './token-renewal.service.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly signIn: SignInService,
    private readonly renewal: TokenRenewalService,
    private readonly sessions: SessionsService,
    private readonly mySessions: MySessionsService,
  ) {}

  /**
   * Gives out a pair of tokens for a password or for a refresh token.
   * @throws NotAuthenticatedError
   * @throws RateLimitedError
   */
  token(application: CallingApplication, request: TokenRequest, source: string): Promise<TokenPair> {
    if (request.grant_type === 'refresh_token')
      return this.renewal.renew(application, request.refresh_token ?? '', source);
    const { email = '', password = '' } = request;
    return this.signIn.withPassword(application, { email, password }, source);
  }

  /**
   * Ends a session of the caller at once; somebody else's token changes nothing and tells nothing. An outside provider's
   * token is no longer taken.
   */
  async revoke(
    { userId, sessionId }: Account,
    token: TokenClaims,
    { refresh_token: refreshToken }: RevokeRequest,
  ): Promise<void> {
    if (refreshToken) await this.mySessions.endByRefreshToken(userId, sha256(refreshToken));
    else if (token.issuer === 'outside') await this.mySessions.endOutsideToken(token.digest, token.expiresAt);
    else if (sessionId) await this.sessions.endOwn(userId, sessionId);
  }
}
