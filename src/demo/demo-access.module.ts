import { Module } from '@nestjs/common';
import { IdentityModule } from '../features/identity/identity.module.js';
import { DemoAccessService } from './demo-access.service.js';

@Module({ imports: [IdentityModule], providers: [DemoAccessService], exports: [DemoAccessService] })
export class DemoAccessModule {}
