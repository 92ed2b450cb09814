import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { type AddressedMail, MailsRepository } from '../../../platform/mail/mails.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { type AccountChange, OF_CODES } from './account-mail-kinds.js';
import type { AccountMailDetails } from './due-account-mail.js';
import { AccountMailRecipientsRepository } from './account-mail-recipients.repository.js';

export type { AccountChange } from './account-mail-kinds.js';

/** Somebody whom a school invites, who need not have an account. */
export interface InvitedPerson {
  email: string;
  /** UTC: not before. */
  dueAt: Date;
  /** UTC: when the invitation ends. */
  until: string;
  /** True where they are invited as a guardian: somebody who no longer is one is not invited any more. */
  isFamily: boolean;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Mails to people about their account: written into the database with their cause, written by `AccountMailComposer` when they are sent. */
@Injectable()
export class AccountMails {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly transactions: Transactions,
    private readonly mails: MailsRepository,
    private readonly recipients: AccountMailRecipientsRepository,
    private readonly clock: Clock,
  ) {}

  /** To the owner of this email, once a day. Never fails: the next one who is refused asks again. */
  async warnOfGuessing(email: string): Promise<void> {
    const warn = async (): Promise<void> => {
      const userId = await this.recipients.findOwner(email);
      if (userId !== null) await this.warn(userId, '');
    };
    await warn().catch(this.notYet);
  }

  /** Wrong codes of the second step: a person who tries them knows the password. Once a day, and never fails. */
  async warnOfCodes(userId: string): Promise<void> {
    const warn = async (): Promise<void> => {
      if (await this.recipients.hasProvenAddress(userId)) await this.warn(userId, OF_CODES);
    };
    await warn().catch(this.notYet);
  }

  private warn(userId: string, subject: string): Promise<void> {
    const now = this.clock.now();
    const mail = { kind: 'guessing', userId, subject };
    return this.mails.insertUnlessRecent(mail, now, new Date(now.getTime() - DAY));
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
    if (!(await this.recipients.hasTwoStep(session.userId))) return;
    const details = { reason, until: session.expiresAt.toISOString() } satisfies AccountMailDetails;
    const mail = { kind: 'operator_session', userId: session.userId, subject: session.id, details };
    await this.mails.insertMail(mail, this.clock.now());
  }

  /**
   * Within the caller's transaction: what has changed about the account, and what to do when it was not them. One for each time.
   * @param email where it goes; without it to the first address of the account
   */
  tellOfChange(
    manager: EntityManager,
    userId: string,
    kind: AccountChange | 'address_link',
    email: string | null = null,
  ): Promise<void> {
    return this.mails.insertMails(
      manager,
      [{ kind, userId, email, subject: randomUUID() }],
      this.clock.now(),
    );
  }

  /** Within the caller's transaction: somebody who got a mail of theirs said that it was not for them. */
  tellOfEndedLinks(
    manager: EntityManager,
    userId: string,
    about: { item: string; school: string },
  ): Promise<void> {
    const mail = { kind: 'answer_links_ended', userId, subject: randomUUID() };
    return this.mails.insertMails(
      manager,
      [{ ...mail, details: about satisfies AccountMailDetails }],
      this.clock.now(),
    );
  }

  /** Within the caller's transaction: a link by which they prove that an address is theirs. @param email normalised */
  sendAddressLink(manager: EntityManager, userId: string, email: string): Promise<void> {
    return this.tellOfChange(manager, userId, 'address_link', email);
  }

  /**
   * A link to set a password, for whoever has this address: the account is looked for when it is sent.
   * @param email normalised
   * @param locale of somebody who belongs to no school
   */
  sendPasswordLink(email: string, locale: string): Promise<void> {
    const mail = {
      kind: 'password_link',
      email,
      subject: randomUUID(),
      details: { locale } satisfies AccountMailDetails,
    };
    return this.transactions.run((manager) => this.mails.insertMails(manager, [mail], this.clock.now()));
  }

  /**
   * Within the caller's transaction: a code to sign in with, for whoever has this address. The account is looked for, and the code made,
   * when it is sent.
   * @param id of the code
   * @param email normalised
   */
  async sendSignInCode(
    manager: EntityManager,
    { id, email, language }: { id: string; email: string; language: string },
  ): Promise<void> {
    const details = { locale: language } satisfies AccountMailDetails;
    await this.mails.insertMails(
      manager,
      [{ kind: 'sign_in_code', email, subject: id, details }],
      this.clock.now(),
    );
  }

  /** Within the caller's transaction: who is invited is mailed once, however many do it at the same time. */
  invite(
    manager: EntityManager,
    { id, name, locale, timeZone }: { id: string; name: string; locale: string; timeZone: string },
    people: InvitedPerson[],
  ): Promise<void> {
    const mails = people.map(({ email, dueAt, until, isFamily }) => ({
      ...{ kind: 'invitation', subject: id, email, dueAt },
      details: {
        ...{ school: name, locale, timeZone, until },
        ...(isFamily && { isFamily }),
      } satisfies AccountMailDetails,
    }));
    return this.mails.insertUnlessWaiting(manager, mails, this.clock.now());
  }

  /** By address: what became of the last mail with an invitation to this school, where that is still known. */
  async invitationMails(schoolId: string): Promise<Map<string, AddressedMail>> {
    const mails = await this.mails.findAddressed('invitation', schoolId);
    return new Map(mails.map((mail) => [mail.email, mail]));
  }
}
