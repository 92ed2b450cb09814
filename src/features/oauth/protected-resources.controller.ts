import { Controller, Get, Inject, Req, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../platform/auth/access-rule.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { PROTECTED_RESOURCES, RESOURCE_METADATA } from '../../platform/http/protected-resources.js';
import { type ResourceMetadata, resourceMetadata } from './resource-metadata.js';

/** `{site_url}/.well-known/oauth-protected-resource…`: where a program gets a token (contract section 26, rule 1). */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
@Public()
export class ProtectedResourcesController {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl' | 'outsideIssuer'>) {}

  @Get(PROTECTED_RESOURCES.map((path) => `${RESOURCE_METADATA}${path}`))
  showResourceMetadata(@Req() { path }: Request): ResourceMetadata {
    return resourceMetadata(this.settings, path.slice(RESOURCE_METADATA.length));
  }
}
