import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AnswerButtons } from '../alerts/mails/answer-buttons.service.js';
import { CalendarModule } from '../calendar/calendar.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { AnswerLinks } from './answer-links.service.js';
import { AnswerLinksRepository } from './answer-links.repository.js';
import { AnswerPages } from './answer-pages.service.js';
import { AnswerPagesController } from './answer-pages.controller.js';
import { AnswerTargets } from './answer-targets.service.js';

/** Answering from a mail, without signing in. */
@Module({
  imports: [AccountModule, AlertsModule, CalendarModule, NoticesModule],
  controllers: [AnswerPagesController],
  providers: [AnswerLinks, AnswerLinksRepository, AnswerPages, AnswerTargets],
})
export class AnswerLinksModule {
  constructor(buttons: AnswerButtons, links: AnswerLinks) {
    buttons.register((mail) => links.create(mail));
  }
}
