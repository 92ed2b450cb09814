import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { NotesController } from './notes.controller.js';
import { StarsController } from './stars.controller.js';
import { NotesRepository } from './notes.repository.js';
import { StarsRepository } from './stars.repository.js';
import { NotesService } from './notes.service.js';
import { StarsService } from './stars.service.js';

@Module({
  imports: [DirectoryModule],
  controllers: [NotesController, StarsController],
  providers: [NotesRepository, NotesService, StarsRepository, StarsService],
})
export class NotesModule {}
