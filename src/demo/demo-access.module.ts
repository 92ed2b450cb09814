import { Module } from '@nestjs/common';
import { IdentityModule } from '../features/identity/identity.module.js';
import { DemoAccessRepository } from './demo-access.repository.js';
import { DemoAccessService, DemoSamples } from './demo-access.service.js';

@Module({
  imports: [IdentityModule],
  providers: [DemoAccessRepository, DemoAccessService, DemoSamples],
  exports: [DemoAccessService],
})
export class DemoAccessModule {}
