import { Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { AccessTokensService } from './access-tokens.service.js';

/** `{site_url}/.well-known/jwks.json` (operations section 3). */
@ApiExcludeController()
@Controller({ path: '.well-known/jwks.json', version: VERSION_NEUTRAL })
@Public()
export class JwksController {
  constructor(private readonly tokens: AccessTokensService) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  // The keys are open to every origin, like the metadata that names them: applications in browsers check ID tokens with
  // them.
  @Header('Access-Control-Allow-Origin', '*')
  keys() {
    return { keys: this.tokens.publishedKeys() };
  }
}
