import { Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { FirstStepIsEnough } from '../../../platform/auth/access-rule.js';
import {
  type Account,
  CurrentAccount,
  CurrentToken,
  type TokenClaims,
} from '../../../platform/auth/caller.js';
import { ApiErrors } from '../../../platform/http/api-errors.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { CurrentApplication, ForApplications } from '../application.guard.js';
import {
  Challenge,
  ChallengeRequest,
  RevokeRequest,
  TokenPair,
  TokenRequest,
  VerifyRequest,
} from './auth.dto.js';
import type { CallingApplication } from '../applications.service.js';
import { AuthService } from './auth.service.js';
import { sourceOf } from '../../../platform/http/source-of.js';
import { TwoStepChallengesService } from '../../account/two-step/two-step-challenges.service.js';
import { SecondStepService } from '../sign-in/second-step.service.js';

@ApiTags('Tokens')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly challenges: TwoStepChallengesService,
    private readonly secondStep: SecondStepService,
  ) {}

  /**
   * Obtains or renews tokens.
   * @remarks The application authenticates by HTTP Basic, the user by password or refresh token. A refresh token is
   * good once; using a spent one ends the session, except within 30 seconds of a lost answer.
   */
  @Post('token')
  @HttpCode(200)
  @ForApplications()
  @ApiErrors(400, [401, 'invalid_grant'])
  obtainToken(
    @CurrentApplication() application: CallingApplication,
    @JsonBody() request: TokenRequest,
    @Ip() address: string,
  ): Promise<TokenPair> {
    return this.auth.token(application, request, sourceOf(address));
  }

  /** Asks for the second step of the caller's session: a code of an authenticator app, or one by email. */
  @Post('two-step/challenge')
  @HttpCode(200)
  @FirstStepIsEnough()
  @ApiErrors(400)
  openTwoStepChallenge(
    @CurrentAccount() account: Account,
    @JsonBody() request: ChallengeRequest,
  ): Promise<Challenge> {
    return this.challenges.open(account, request);
  }

  /** Completes the second step; tokens of the session that are out already work from then on. */
  @Post('two-step/verify')
  @HttpCode(200)
  @FirstStepIsEnough()
  @ApiErrors([400, 'invalid_code'])
  verifyTwoStep(
    @CurrentAccount() account: Account,
    @JsonBody() request: VerifyRequest,
    @Ip() address: string,
  ): Promise<TokenPair> {
    return this.secondStep.verify(account, request, sourceOf(address));
  }

  /**
   * Signs out: ends the session of the given refresh token, else the caller's own, at once. Of an outside provider, that is
   * the token at hand.
   */
  @Post('revoke')
  @HttpCode(204)
  @FirstStepIsEnough()
  @ApiNoContentResponse()
  @ApiErrors(400)
  revokeTokens(
    @CurrentAccount() account: Account,
    @CurrentToken() token: TokenClaims,
    @JsonBody() request: RevokeRequest,
  ): Promise<void> {
    return this.auth.revoke(account, token, request);
  }
}
