import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem, auditSchools } from '../../../platform/audit/operation.js';
import type { Account } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { invalidField } from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { rhythmsOf } from './mail-kinds.js';
import type { MailOfSchoolInput, MyMail, MyMailInput } from './my-mail.dto.js';
import { MyMailRepository } from './my-mail.repository.js';

/** With its place in the request. */
type PlacedInput = MailOfSchoolInput & { at: number };

/** Two requests of a person take their schools in one order, and never wait for each other. */
const inOrder = (schools: MailOfSchoolInput[]): PlacedInput[] =>
  schools
    .map((school, at) => ({ ...school, school_id: school.school_id.toLowerCase(), at }))
    .sort((a, b) => a.school_id.localeCompare(b.school_id) || a.at - b.at);

/** What mail a person wants, and when (contract section 19). */
@Injectable()
export class MyMailService {
  constructor(
    private readonly choices: MyMailRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  get({ userId }: Account): Promise<MyMail> {
    return this.read(userId);
  }

  /**
   * All of it, or nothing.
   * @throws ValidationFailedError quiet hours that never end, or a school of which the caller is no active member
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(
    { userId }: Account,
    { schools = [], quiet }: MyMailInput,
    ifMatch: string | undefined,
  ): Promise<MyMail> {
    if (quiet && quiet.from === quiet.to) throw invalidField('quiet.to', 'to must be another time than from');
    return this.transactions.run(async (manager) => {
      assertMatches(ifMatch, await this.read(userId, manager));
      for (const school of inOrder(schools)) await this.choose(manager, userId, school);
      auditSchools(schools.map(({ school_id }) => school_id));
      if (quiet !== undefined) await this.choices.saveQuiet(manager, userId, quiet);
      return this.read(userId, manager);
    });
  }

  private async choose(
    manager: EntityManager,
    userId: string,
    { at, school_id: schoolId, kinds = {}, paused }: PlacedInput,
  ): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    const whose = { userId, schoolId, token, now: this.clock.now() };
    const membershipId = await this.choices.choose(manager, whose, { kinds, paused: paused ?? null });
    if (!membershipId)
      throw invalidField(`schools.${at}.school_id`, 'school_id must be a school of which you are a member');
    auditItem('membership', membershipId);
  }

  private async read(userId: string, manager?: EntityManager): Promise<MyMail> {
    const chosen = await this.choices.findChosen(userId, manager);
    return {
      schools: chosen.map((school) => ({ ...school, kinds: rhythmsOf(school.kinds) })),
      quiet: await this.choices.findQuiet(userId, manager),
    };
  }
}
