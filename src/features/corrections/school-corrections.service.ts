import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { lockAdmin } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { attachment } from '../../platform/http/content-disposition.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { spreadsheet } from '../../platform/text/spreadsheet.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import type { CorrectionBody, CorrectionChanges, Corrections } from './correction.dto.js';
import type { CorrectionState } from './correction-field.js';
import type { Correction } from './correction.entity.js';
import { CorrectionsRepository } from './corrections.repository.js';
import { accessToCorrections } from './logged-access.js';
import { SettlementsRepository } from './settlements.repository.js';

/** Corrections as the admins of a school read and settle them. */
@Injectable()
export class SchoolCorrectionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly corrections: CorrectionsRepository,
    private readonly settlements: SettlementsRepository,
    private readonly clock: Clock,
  ) {}

  async list({ schoolId }: Member, state?: CorrectionState): Promise<Corrections> {
    return { corrections: await this.corrections.findOfSchool(schoolId, state ?? null) };
  }

  /** A row for each correction. */
  async exportCsv(member: Member, state?: CorrectionState): Promise<LoggedFile> {
    const { corrections } = await this.list(member, state);
    const file = attachment('corrections', 'csv', 'text/csv; charset=utf-8', asCsv(corrections));
    return Object.assign(file, { loggedAccess: accessToCorrections(corrections) });
  }

  /**
   * Settles a correction, or opens it again. Its author is told of each new outcome, and of none twice.
   * @throws NotAuthorizedError
   * @throws NotFoundError
   */
  settle(member: Member, correctionId: string, input: CorrectionChanges): Promise<CorrectionBody> {
    return this.transactions.run(async (manager) => {
      const admin = await lockAdmin(manager, member);
      const before = await this.settlements.lockCorrection(manager, admin.schoolId, correctionId);
      if (!before) throw new NotFoundError();
      const after = changed(before, input, this.clock.now());
      if (after.state !== before.state || after.answer !== before.answer) {
        await this.settlements.update(manager, before, after);
        const isOutcome = after.state !== before.state && after.state !== 'open';
        const members = isOutcome ? await this.settlements.findReaders(manager, before) : [];
        const kind = isOutcome ? 'correction.settled' : 'correction.changed';
        record({ manager, member: admin }, { kind, id: before.id, ids: { members } });
      }
      const found = await this.corrections.findOne(admin, correctionId, manager);
      if (!found) throw new NotFoundError();
      return found;
    });
  }
}

/** Settled a second time with the same outcome, it was settled when it was settled first. */
function changed(
  before: Correction,
  { state, answer = before.answer }: CorrectionChanges,
  now: Date,
): Pick<Correction, 'state' | 'answer' | 'settledAt'> {
  if (state === 'open') return { state, answer, settledAt: null };
  return { state, answer, settledAt: state === before.state ? before.settledAt : now };
}

const asCsv = (corrections: CorrectionBody[]): string =>
  spreadsheet(
    [
      ...['Student', 'Field', 'Present', 'Proposed', 'Comment', 'State', 'Answer', 'By'],
      ...['Created at', 'Settled at'],
    ],
    corrections.map((one) => [
      ...[one.student_name, one.field, one.present, one.proposed, one.comment, one.state, one.answer],
      ...[one.by_name, one.created_at, one.settled_at],
    ]),
  );
