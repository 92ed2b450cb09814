import { All, Controller, Get, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/auth/access-rule.js';
import { AuthorizationServer } from './authorization-server.js';

/** `{site_url}/oauth/…`, `/device` and the metadata (contract section 17): what the standards say, by the library that speaks them. */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
@Public()
export class OauthController {
  constructor(private readonly server: AuthorizationServer) {}

  @Get('.well-known/openid-configuration')
  openidConfiguration(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Get('.well-known/oauth-authorization-server')
  oauthConfiguration(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @All(['oauth/authorize', 'oauth/authorize/:uid'])
  authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @All('oauth/token')
  token(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @All('oauth/revoke')
  revokeToken(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @Post('oauth/par')
  pushRequest(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @All('oauth/device')
  beginDevice(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @All(['device', 'device/:uid'])
  connectDevice(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }

  @All(['oauth/sign-out', 'oauth/sign-out/confirm', 'oauth/sign-out/success'])
  signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.server.handle(request, response);
  }
}
