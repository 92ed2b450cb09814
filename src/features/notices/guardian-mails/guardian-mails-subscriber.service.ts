import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { JournalSubscriber } from '../../../platform/journal/journal-subscriber.js';
import type { CommittedChange } from '../../../platform/journal/journal.repository.js';
import { JournalService } from '../../../platform/journal/journal.service.js';
import { MailsRepository } from '../../../platform/mail/mails.repository.js';
import { InvitationsService } from '../../invitations/invitations.service.js';
import { GUARDIAN_MAIL, GuardianMailsRepository } from './guardian-mails.repository.js';

/** Between two mails: providers take hundreds at once for an attack. */
const PACE_MS = 200;

/** Puts mails into the outbox for guardians on file who have no account, when a notice that is to reach them has begun. */
@Injectable()
export class GuardianMailsSubscriber implements JournalSubscriber, OnModuleInit {
  readonly name = 'mails to guardians';

  constructor(
    private readonly journal: JournalService,
    private readonly guardianMails: GuardianMailsRepository,
    private readonly invitations: InvitationsService,
    private readonly mails: MailsRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.journal.subscribe(this);
  }

  isAwaited(): boolean {
    return false;
  }

  async handle(manager: EntityManager, changes: CommittedChange[]): Promise<void> {
    for (const { kind, schoolId, itemId } of changes)
      if (kind === 'notice.opened' || kind === 'notice.reach_widened')
        await this.tell(manager, schoolId, itemId);
  }

  private async tell(manager: EntityManager, schoolId: string, noticeId: string): Promise<void> {
    const now = this.clock.now();
    const emails = await this.guardianMails.findUntold(manager, { schoolId, noticeId }, now);
    if (emails.length === 0) return;
    await this.invitations.inviteBesides(manager, schoolId, emails);
    const mails = emails.map((email, at) => ({
      ...{ kind: GUARDIAN_MAIL, subject: noticeId, schoolId, email },
      dueAt: new Date(now.getTime() + at * PACE_MS),
    }));
    await this.mails.insertMails(manager, mails, now);
  }
}
