import { Module } from '@nestjs/common';
import { MenuFeedModule } from '../../features/menus/menu-feed.module.js';
import { SchoolsModule } from '../../features/schools/schools.module.js';
import { SchoolTransactionModule } from '../school-transaction.module.js';
import { MenuImportService } from './menu-import.service.js';

@Module({
  imports: [MenuFeedModule, SchoolTransactionModule, SchoolsModule],
  providers: [MenuImportService],
  exports: [MenuImportService],
})
export class MenuImportModule {}
