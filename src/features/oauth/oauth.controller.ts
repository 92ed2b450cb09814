import { Controller, Get, Options, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/auth/access-rule.js';
import { FromOwnPages } from '../../platform/pages/form-page.js';
import { AuthorizationServer } from './authorization-server.js';

const METADATA = ['.well-known/openid-configuration', '.well-known/oauth-authorization-server'];

/** `{site_url}/oauth/…`, `/device` and the metadata (contract section 17): what the standards say, by the library that speaks them. */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
@Public()
export class OauthController {
  constructor(private readonly server: AuthorizationServer) {}

  @Get(METADATA)
  showMetadata(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Get([
    'oauth/authorize',
    'oauth/authorize/:uid',
    'device',
    'device/:uid',
    'oauth/sign-out',
    'oauth/sign-out/success',
  ])
  goOn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('oauth/token')
  obtainOauthTokens(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('oauth/revoke')
  revokeOauthToken(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('oauth/par')
  pushAuthorizationRequest(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('oauth/device')
  beginDeviceSignIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('device')
  @FromOwnPages()
  connectDevice(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('oauth/sign-out/confirm')
  @FromOwnPages()
  signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  /** Whether a page of an application may ask (Fetch standard, section 3.2). */
  @Options([...METADATA, 'oauth/token', 'oauth/revoke', 'oauth/par', 'oauth/device'])
  preflight(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }
}
