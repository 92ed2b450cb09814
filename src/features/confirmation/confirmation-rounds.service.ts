import { Injectable } from '@nestjs/common';
import { auditItem } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { messages } from '../../platform/messages/messages.js';
import { isStreamSafe, normalizeText } from '../../platform/text/normalize.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { dateAt } from '../../platform/clock/wall-clock.js';
import {
  NoOpenRoundError,
  RoundMessageError,
  RoundOpenError,
  RoundOverError,
} from './confirmation.errors.js';
import { ConfirmationRoundsRepository, type RoundSummary } from './confirmation-rounds.repository.js';

/** Contract section 0, rule 4: a plain text. */
const MAX_MESSAGE = 5_000;

export interface AskingSchool {
  id: string;
  /** BCP 47. */
  locale: string;
  /** IANA name. */
  timeZone: string;
}

export interface RoundTerms {
  /** The last day that families are given, `YYYY-MM-DD` at the school. */
  due: string | null;
  /** Plain text. */
  message: string | null;
}

/** Rounds in which a school asks its families, as an operator opens and closes them (contract section 24). */
@Injectable()
export class ConfirmationRoundsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rounds: ConfirmationRoundsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks every family of the school, and tells each of their members once.
   * @param tells false for a school of which nobody reads what it tells: the demo
   * @returns id of the round
   * @throws RoundOverError
   * @throws RoundMessageError
   * @throws RoundOpenError
   */
  open(
    { id: schoolId, locale, timeZone }: AskingSchool,
    terms: RoundTerms,
    { tells = true } = {},
  ): Promise<string> {
    const message = checkedMessage(terms.message);
    return this.transactions.run(async (manager) => {
      const openedAt = this.clock.now();
      if (terms.due !== null && terms.due < dateAt(openedAt, timeZone)) throw new RoundOverError();
      const title = messages(locale).say('confirmation.title');
      const round = { schoolId, title, message, openedAt, dueOn: terms.due };
      const id = await this.rounds.insertRound(manager, round);
      if (id === null) throw new RoundOpenError();
      auditItem('confirmation', id);
      record({ manager, schoolId }, { kind: 'confirmation.opened', id, ids: tells ? {} : { members: [] } });
      return id;
    });
  }

  /**
   * Ends the open round: who has not confirmed is not asked any more.
   * @returns id of the round
   * @throws NoOpenRoundError
   */
  close(schoolId: string): Promise<string> {
    return this.transactions.run(async (manager) => {
      const round = await this.rounds.lockOpenRound(manager, schoolId);
      if (!round) throw new NoOpenRoundError();
      auditItem('confirmation', round.id);
      await this.rounds.closeRound(manager, round, this.clock.now());
      record({ manager, schoolId }, { kind: 'confirmation.closed', id: round.id });
      return round.id;
    });
  }

  list(schoolId: string): Promise<RoundSummary[]> {
    return this.rounds.findRounds(schoolId);
  }
}

function checkedMessage(message: string | null): string | null {
  if (message !== null && (message.length > MAX_MESSAGE || !isStreamSafe(message)))
    throw new RoundMessageError(MAX_MESSAGE);
  return normalizeText(message, 'several lines');
}
