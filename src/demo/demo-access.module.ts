import { Module } from '@nestjs/common';
import { OauthModule } from '../features/oauth/oauth.module.js';
import { AccountModule } from '../features/account/account.module.js';
import { DemoAccessRepository } from './demo-access.repository.js';
import { DemoAccessService } from './demo-access.service.js';
import { DemoSamples } from './demo-samples.service.js';

@Module({
  imports: [AccountModule, OauthModule],
  providers: [DemoAccessRepository, DemoAccessService, DemoSamples],
  exports: [DemoAccessService],
})
export class DemoAccessModule {}
