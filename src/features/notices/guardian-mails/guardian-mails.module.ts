import { Module } from '@nestjs/common';
import { MailComposers } from '../../../platform/mail/mail-composers.js';
import { OutboxModule } from '../../../platform/mail/outbox.module.js';
import { DirectoryModule } from '../../directory/directory.module.js';
import { RegistrationModule } from '../../invitations/registration.module.js';
import { GuardianMailComposer } from './guardian-mail-composer.service.js';
import { GuardianMailPages } from './guardian-mail-pages.service.js';
import { GuardianMailsController } from './guardian-mails.controller.js';
import { GuardianMailsRepository } from './guardian-mails.repository.js';
import { GuardianMailsSubscriber } from './guardian-mails-subscriber.service.js';

/** Notices that are mailed to guardians on file who have no account. */
@Module({
  imports: [DirectoryModule, OutboxModule, RegistrationModule],
  controllers: [GuardianMailsController],
  providers: [GuardianMailComposer, GuardianMailPages, GuardianMailsRepository, GuardianMailsSubscriber],
})
export class GuardianMailsModule {
  constructor(composers: MailComposers, composer: GuardianMailComposer) {
    composers.register(composer);
  }
}
