import { Injectable } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { attachment } from '../../../platform/http/content-disposition.js';
import { spreadsheet } from '../../../platform/text/spreadsheet.js';
import type { AnsweredState } from '../../../policy/answered-item.js';
import { wallAt } from '../../../platform/clock/wall-clock.js';
import { answerText } from '../../questions/answer-text.js';
import type {
  ManagedSlipDetail,
  ManagedSlipResponse,
  ManagedSlips,
  SlipStudentState,
} from './managed-slip.dto.js';
import { ManagedSlipsRepository } from './managed-slips.repository.js';

/** Characters of `YYYY-MM-DDTHH:MM`. */
const MINUTES = 16;

/** Permission slips as those read them who manage them. */
@Injectable()
export class ManagedSlipsService {
  constructor(
    private readonly slips: ManagedSlipsRepository,
    private readonly clock: Clock,
  ) {}

  /** @param state left out: all but those that were deleted */
  async list(member: Member, state?: AnsweredState): Promise<ManagedSlips> {
    return { permission_slips: await this.slips.findAll(member, state ?? null, this.clock.now()) };
  }

  /** @throws NotFoundError */
  async get(member: Member, slipId: string): Promise<ManagedSlipDetail> {
    const slip = await this.slips.findOne(member, slipId, this.clock.now());
    if (!slip) throw new NotFoundError();
    return slip;
  }

  /**
   * A row for each student.
   * @throws NotFoundError
   */
  async exportResponses(member: Member, slipId: string): Promise<StreamableFile> {
    const slip = await this.get(member, slipId);
    return attachment(
      slip.title,
      'csv',
      'text/csv; charset=utf-8',
      responsesAsCsv(slip, await this.slips.findTimeZone(member)),
    );
  }
}

const responsesAsCsv = ({ questions, students }: ManagedSlipDetail, timeZone: string): string =>
  spreadsheet(
    [
      ...['Student', 'Graduation year', 'State', 'Signed by', 'Relation', 'Signed at', 'On paper'],
      ...questions.map(({ text }) => text),
      'Note',
    ],
    students.map((student) => [
      ...[student.name, student.graduation_year, student.state],
      ...[
        student.signed_by.join('; '),
        ofAll(student, ({ relation }) => relation),
        ofAll(student, (response) => timeOf(response, timeZone)),
      ],
      student.responses.some(({ state, paper }) => state === 'current' && paper) ? 'yes' : null,
      ...questions.map((question) => ofAll(student, ({ answers }) => answerText(question, answers))),
      ofAll(student, ({ note }) => note),
    ]),
  );

/** At the school, `YYYY-MM-DD HH:MM`; of a sheet of paper its day. */
const timeOf = ({ paper, signed_at: signedAt }: ManagedSlipResponse, timeZone: string): string | null => {
  if (paper) return paper.signed_on;
  return signedAt && wallAt(new Date(signedAt), timeZone).slice(0, MINUTES).replace('T', ' ');
};

/** What the answers that hold say: both, where two guardians have answered. */
function ofAll(
  { responses }: SlipStudentState,
  textOf: (response: ManagedSlipResponse) => string | null,
): string | null {
  const current = responses.filter(({ state }) => state === 'current').reverse();
  const texts = new Set(current.flatMap((response) => textOf(response) ?? []));
  return texts.size > 0 ? [...texts].join('; ') : null;
}
