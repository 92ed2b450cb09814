import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import {
  AccountMailsRepository,
  type InvitationMail,
  type InvitedPerson,
} from './account-mails.repository.js';
import type { AccountChange } from './account-mail.entity.js';

export type { InvitationMail } from './account-mails.repository.js';
export type { AccountChange } from './account-mail.entity.js';

const DAY = 24 * 60 * 60 * 1_000;

/** Mails to people about their account: written into the database with their cause, sent by `AccountMailWorker`. */
@Injectable()
export class AccountMails {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mails: AccountMailsRepository,
    private readonly clock: Clock,
  ) {}

  /** To whoever has this email, once a day. Never fails: the next one who is refused asks again. */
  async warnOfGuessing(email: string): Promise<void> {
    const now = this.clock.now();
    await this.mails.addGuessing(email, now, new Date(now.getTime() - DAY)).catch(this.notYet);
  }

  /** Wrong codes of the second step: whoever tries them knows the password. Once a day, and never fails. */
  async warnOfCodes(userId: string): Promise<void> {
    const now = this.clock.now();
    await this.mails.addCodeGuessing(userId, now, new Date(now.getTime() - DAY)).catch(this.notYet);
  }

  /** The next one who is refused asks again. */
  private readonly notYet = (error: unknown): void => {
    const { name, code } = error as { name?: string; code?: unknown };
    this.logger.warn({ error: name, code }, 'A mail about guesses could not be written down yet');
  };

  /** Where the person has two-step verification on: somebody got around the second step. */
  async tellOfOperator(
    session: { id: string; userId: string; expiresAt: Date },
    reason: string,
  ): Promise<void> {
    const details = { reason, until: session.expiresAt.toISOString() };
    await this.mails.addOperatorSession(session, details, this.clock.now());
  }

  /**
   * Within the caller's transaction: what has changed about the account, and what to do when it was not them.
   * @param email where it goes; without it to the first address of the account
   */
  tellOfChange(
    manager: EntityManager,
    userId: string,
    kind: AccountChange,
    email: string | null = null,
  ): Promise<void> {
    return this.mails.addChange(manager, { userId, email, kind }, this.clock.now());
  }

  /** Within the caller's transaction: a link by which they prove that an address is theirs. @param email normalised */
  sendAddressLink(manager: EntityManager, userId: string, email: string): Promise<void> {
    return this.mails.addChange(manager, { userId, email, kind: 'address_link' }, this.clock.now());
  }

  /**
   * A link to set a password, for whoever has this address: whether somebody has, the job finds out.
   * @param email normalised
   * @param locale of somebody who belongs to no school
   */
  sendPasswordLink(email: string, locale: string): Promise<void> {
    return this.mails.addPasswordLink(email, locale, this.clock.now());
  }

  /** Within the caller's transaction: who is invited is mailed once, however many do it at the same time. */
  invite(
    manager: EntityManager,
    school: { id: string; name: string; locale: string; timeZone: string },
    people: InvitedPerson[],
  ): Promise<void> {
    return this.mails.addInvitations(manager, school, people, this.clock.now());
  }

  /** By address: what became of the last mail with an invitation to this school, where that is still known. */
  async invitationMails(schoolId: string): Promise<Map<string, InvitationMail>> {
    const mails = await this.mails.findInvitations(schoolId);
    return new Map(mails.map((mail) => [mail.email, mail]));
  }
}
