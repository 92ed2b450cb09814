import { Module } from '@nestjs/common';
import { PollController, PollsController } from './polls.controller.js';
import { PollsRepository } from './polls.repository.js';
import { PollsService } from './polls.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { PollImportRepository } from './poll-import.repository.js';
import { PollImporter } from './poll.importer.js';

@Module({
  imports: [EmbeddedImagesModule],
  controllers: [PollController, PollsController],
  providers: [PollImportRepository, PollImporter, PollsRepository, PollsService],
  exports: [PollImporter, PollsService],
})
export class PollsModule {}
