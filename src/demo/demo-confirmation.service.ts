import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { ConfirmationRoundsService } from '../features/confirmation/confirmation-rounds.service.js';
import { OwnConfirmationService } from '../features/confirmation/own-confirmation.service.js';
import { CorrectionsService } from '../features/corrections/corrections.service.js';
import { DemoAnswersRepository } from './demo-answers.repository.js';
import { MAIN_SCHOOL } from './demo-accounts.js';
import { type DemoMember, DemoPeople, some } from './demo-people.js';
import type { StoredDemoSchool } from './demo-schools.js';
import { orNull } from './people.js';

const AUTHOR = 'parent@demo.school';
/** Members who have confirmed already. */
const CONFIRMED = 12;
const DAYS = 21;
const MESSAGE = 'Please look through what we have on file of your family, and tell us what is wrong.';

/** The first of the demo schools asks its families what is still right, and a parent has told it of a new phone. */
@Injectable()
export class DemoConfirmation {
  constructor(
    private readonly repository: DemoAnswersRepository,
    private readonly rounds: ConfirmationRoundsService,
    private readonly confirmations: OwnConfirmationService,
    private readonly corrections: CorrectionsService,
  ) {}

  /** A second load changes nothing. */
  async ask(school: StoredDemoSchool, today: string): Promise<void> {
    if (school.shortName !== MAIN_SCHOOL || (await this.rounds.list(school.id)).length > 0) return;
    const people = new DemoPeople(await this.repository.findMembers(school.id));
    const terms = { due: Temporal.PlainDate.from(today).add({ days: DAYS }).toString(), message: MESSAGE };
    const roundId = await this.rounds.open(school, terms, { tells: false });
    await some(CONFIRMED, people.others(DAYS), async (member) => {
      const { round } = await this.confirmations.get(accountOf(member), member);
      if (round) await orNull(this.confirmations.confirm(member, roundId));
      return round !== null;
    });
    for (const member of people.named(AUTHOR)) await this.correct(member);
  }

  private async correct(member: DemoMember): Promise<void> {
    const { students } = await this.confirmations.get(accountOf(member), member);
    const [student] = students;
    const input = { field: 'phone', proposed: '(802) 555-0177', comment: 'A new phone.' } as const;
    if (student) await orNull(this.corrections.create(member, student.id, input));
  }
}

const accountOf = ({ userId, email }: DemoMember) => ({
  ...{ userId, email, sessionId: null, emailVerified: true },
});
