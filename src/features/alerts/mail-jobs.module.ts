import { Module } from '@nestjs/common';
import { MailDeliveriesRepository } from './mail/mail-deliveries.repository.js';
import { MailJobsService } from './mail/mail-jobs.service.js';

/** Mails as an operator sees them. */
@Module({ providers: [MailDeliveriesRepository, MailJobsService], exports: [MailJobsService] })
export class MailJobsModule {}
