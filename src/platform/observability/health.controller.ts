import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/access-rule.js';
import { Readiness } from './readiness.js';

/** Operations section 2; no details for strangers. */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
@Public()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  ready() {
    return this.readiness.assertReady();
  }
}
