import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { ListsController } from './lists.controller.js';
import { ListController } from './list.controller.js';
import { ListGuardiansController } from './list-guardians.controller.js';
import { ListCandidatesController } from './list-candidates.controller.js';
import { MessageRecipientsController } from './message-recipients.controller.js';
import { ListStudentsController } from './list-students.controller.js';
import { ListGuardiansRepository } from './list-guardians.repository.js';
import { ListGuardiansService } from './list-guardians.service.js';
import { ListStudentsService } from './list-students.service.js';
import { ListsRepository } from './lists.repository.js';
import { ListStudentsRepository } from './list-students.repository.js';
import { ListsService } from './lists.service.js';
import { MessageRecipientsRepository } from './message-recipients.repository.js';
import { MessageRecipientsService } from './message-recipients.service.js';

@Module({
  imports: [DirectoryModule, MembershipsModule],
  controllers: [
    ListsController,
    ListController,
    ListStudentsController,
    ListGuardiansController,
    MessageRecipientsController,
    ListCandidatesController,
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
  exports: [MessageRecipientsService],
})
export class ListsModule {
  constructor(holdings: MemberHoldings, guardians: ListGuardiansService) {
    holdings.register('lists', { release: (manager, leaver) => guardians.removeMember(manager, leaver) });
  }
}
