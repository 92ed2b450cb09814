import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import type { MemberRole } from '../../platform/auth/caller.js';
import type { StudentLink } from '../directory/guardians/guardian-links.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { lockImportsOfSchool } from '../../platform/import-history/import-locks.repository.js';
import {
  type InvitedAddress,
  type ListedInvitation,
  type OpenInvitation,
  RegistrationRepository,
} from './registration.repository.js';
import { looksLikeEmail, normalizeEmail } from '../../platform/text/normalize.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { type ImportProgress, NO_PROGRESS } from '../../platform/import-report.js';
import type { AddressedMail } from '../../platform/mail/mails.repository.js';
import { AccountMails } from '../account/mails/account-mails.service.js';
import { InvalidEmailError } from '../account/account.errors.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly registration: RegistrationRepository,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an invitation, which the confirmation of a registration will find.
   * @returns the invitation's id
   * @throws InvalidEmailError
   */
  invite(invitation: {
    schoolId: string;
    email: string;
    role: MemberRole;
    students: StudentLink[];
  }): Promise<string> {
    const { schoolId, role, students } = invitation;
    const email = normalizeEmail(invitation.email);
    if (!looksLikeEmail(email)) throw new InvalidEmailError();
    return this.transactions.run(async (manager) => {
      const created = { schoolId, email, role, createdAt: this.clock.now() };
      const id = await this.registration.saveInvitation(manager, created, students);
      auditItem('invitation', id);
      return id;
    });
  }

  /** Newest first; used and ended ones included. */
  async list(schoolId: string): Promise<(ListedInvitation & InvitationMailState)[]> {
    const invitations = await this.transactions.run((manager) =>
      this.registration.listInvitations(manager, schoolId),
    );
    const mails = await this.mails.invitationMails(schoolId);
    return invitations.map((invitation) => withMail(invitation, mails.get(invitation.email)));
  }

  /** @returns how many open ones there were */
  withdraw(schoolId: string, email: string): Promise<number> {
    return this.transactions.run((manager) =>
      this.registration.withdraw(manager, schoolId, normalizeEmail(email)),
    );
  }

  /** Null when it was accepted, withdrawn, or came to an end, or the person is no guardian any more as whom they were invited. */
  findOpen(manager: EntityManager, invited: InvitedAddress): Promise<OpenInvitation | null> {
    return this.registration.findOpen(manager, invited, { now: this.clock.now(), lock: false });
  }

  /**
   * Puts a mail into the outbox for everybody who is invited, or is a guardian who may register, and has not been told: each
   * person once, whatever number of these run. What is cut off goes on where it was.
   * @throws UnknownInvitationError where the one who is named is not invited
   */
  async send(
    school: InvitingSchool,
    { email = null, progress = NO_PROGRESS }: { email?: string | null; progress?: ImportProgress } = {},
  ): Promise<{ sent: number; skipped: number }> {
    const only = email === null ? null : normalizeEmail(email);
    const before = await this.locked(school.id, async (manager) => {
      const emails = only === null ? null : [only];
      await this.registration.inviteGuardians(manager, school.id, emails, this.clock.now());
      return this.registration.countOpen(manager, school.id, this.clock.now());
    });
    const total = only === null ? before.unsent : 1;
    for (let sent = 0; ;) {
      progress.step('invitations', sent, total);
      const written = await this.locked(school.id, (manager) => this.sendSome(manager, school, only, sent));
      sent += written;
      if (only !== null && written === 0) throw new UnknownInvitationError();
      if (only !== null) return { sent, skipped: 0 };
      if (written < BATCH) return { sent, skipped: before.sent };
    }
  }

  /**
   * Within the caller's transaction: guardians who may register are invited, and count as told: a mail with something else brings
   * the invitation.
   * @param emails of guardians on file
   */
  async inviteBesides(manager: EntityManager, schoolId: string, emails: string[]): Promise<void> {
    const now = this.clock.now();
    await this.registration.inviteGuardians(manager, schoolId, emails, now);
    await this.registration.markSent(manager, schoolId, emails, now);
  }

  private async sendSome(
    manager: EntityManager,
    school: InvitingSchool,
    email: string | null,
    before: number,
  ): Promise<number> {
    const now = this.clock.now();
    const people = await this.registration.takeUnsent(manager, school.id, { email, limit: BATCH, now });
    const mails = people.map((person, at) => ({
      email: person.email,
      isFamily: person.isFamily,
      until: person.until.toISOString(),
      dueAt: new Date(now.getTime() + (before + at) * PACE_MS),
    }));
    if (mails.length > 0) await this.mails.invite(manager, school, mails);
    return mails.length;
  }

  private locked<T>(schoolId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => {
      await lockImportsOfSchool(manager, schoolId);
      return work(manager);
    });
  }
}

/** State of the mail with an invitation, for an operator. */
interface InvitationMailState {
  /** `none`: nobody has asked for one. `dead`: it was given up, and `jobs list --failed` has it. */
  mail: 'none' | 'waiting' | 'sent' | 'dead' | 'dropped';
  /** Latest answer of the mail server. */
  mail_error: string | null;
}

/** `sent_at` of an invitation says when its mail was put into the outbox: what is shown is when it went out. */
function withMail(
  invitation: ListedInvitation,
  mail: AddressedMail | undefined,
): ListedInvitation & InvitationMailState {
  if (invitation.sent_at === null) return { ...invitation, mail: 'none', mail_error: null };
  if (!mail) return { ...invitation, mail: 'sent', mail_error: null };
  const sentAt = mail.state === 'sent' ? mail.endedAt : null;
  return { ...invitation, sent_at: sentAt, mail: mail.state, mail_error: mail.error };
}

/** People at once: a run that is cut off has told all before these. */
const BATCH = 100;
/** Between two mails: providers take hundreds at once for an attack. */
const PACE_MS = 200;

export interface InvitingSchool {
  id: string;
  name: string;
  locale: string;
  timeZone: string;
}

export class UnknownInvitationError extends CommandRefusedError {
  constructor() {
    super('Nobody is invited by this address: "invite" invites them, or an import with it as a guardian\'s.');
  }
}
