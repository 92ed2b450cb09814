import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../../features/directory/roster-feed.module.js';
import { MenuFeedModule } from '../../features/menus/menu-feed.module.js';
import { SchoolsModule } from '../../features/schools/schools.module.js';
import { MenuImportService } from './menu-import.service.js';

@Module({
  imports: [MenuFeedModule, RosterFeedModule, SchoolsModule],
  providers: [MenuImportService],
  exports: [MenuImportService],
})
export class MenuImportModule {}
