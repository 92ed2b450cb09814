import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { NotesController, StarsController } from './notes.controller.js';
import { NotesRepository, StarsRepository } from './notes.repository.js';
import { NotesService, StarsService } from './notes.service.js';

@Module({
  imports: [DirectoryModule],
  controllers: [NotesController, StarsController],
  providers: [NotesRepository, NotesService, StarsRepository, StarsService],
})
export class NotesModule {}
