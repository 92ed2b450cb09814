import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { ListController, ListsController } from './lists.controller.js';
import {
  ListGuardiansController,
  ListPeopleController,
  ListStudentsController,
} from './list-guardians.controller.js';
import { ListGuardiansRepository } from './list-guardians.repository.js';
import { ListGuardiansService, ListStudentsService } from './list-entries.service.js';
import { ListsRepository, ListStudentsRepository } from './lists.repository.js';
import { ListsService } from './lists.service.js';
import { MessageRecipientsRepository } from './message-recipients.repository.js';
import { MessageRecipientsService } from './message-recipients.service.js';

@Module({
  imports: [DirectoryModule],
  controllers: [
    ListsController,
    ListController,
    ListStudentsController,
    ListGuardiansController,
    ListPeopleController,
  ],
  providers: [
    ListsRepository,
    ListsService,
    ListStudentsRepository,
    ListStudentsService,
    ListGuardiansRepository,
    ListGuardiansService,
    MessageRecipientsRepository,
    MessageRecipientsService,
  ],
})
export class ListsModule {}
