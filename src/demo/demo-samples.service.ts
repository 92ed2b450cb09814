import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SampleAccounts } from '../features/account/sample-accounts.js';
import { SETTINGS } from '../platform/config/settings.constants.js';
import type { Settings } from '../platform/config/settings.js';
import { DemoAccessService } from './demo-access.service.js';

/** The page to sign in offers the accounts, unless the operator has said DEMO=false. */
@Injectable()
export class DemoSamples implements OnModuleInit {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly access: DemoAccessService,
    private readonly samples: SampleAccounts,
  ) {}

  onModuleInit(): void {
    if (this.settings.demo !== false) this.samples.offer(() => this.access.samples());
  }
}
