import { Injectable, StreamableFile } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { contentDisposition } from '../../../platform/http/content-disposition.js';
import { SlipTypesetterService } from './slip-typesetter.service.js';
import { toBlankForm, toResponseDocument } from './slip-document-rows.js';
import { type ResponseRow, SlipPdfsRepository, type StudentRow } from './slip-pdfs.repository.js';
import type { LoggedFile, LoggedAccess } from '../../access-log/access-log-subject.js';

/* Personal data in the documents, for `@LogsAccess`: their bytes cannot be searched for it. */

/** The email of the account is a contact of whoever has signed. */
const accessInResponse = ({ signature, secondSignature }: ResponseRow): LoggedAccess => ({
  contacts: [signature, secondSignature].flatMap((signed) =>
    signed?.accountEmail && signed.membershipId ? [signed.membershipId] : [],
  ),
});

/** Characters of the title in the name of a file: what follows has to find room as well. */
const TITLE = 40;

/** Slips to be filed or filled in (contract section 4, rules 10 and 11). */
@Injectable()
export class SlipPdfsService {
  constructor(
    private readonly slips: SlipPdfsRepository,
    private readonly typesetter: SlipTypesetterService,
    private readonly clock: Clock,
  ) {}

  /**
   * An answer as it stands, for whoever gave it, the other guardians and managers.
   * @throws NotFoundError
   */
  async response(member: Member, slipId: string, responseId: string): Promise<LoggedFile> {
    const now = this.clock.now();
    const row = isUuid(responseId) ? await this.slips.findResponse(member, slipId, responseId, now) : null;
    if (!row) throw new NotFoundError();
    const pdf = await this.typesetter.response(toResponseDocument(row, now));
    return Object.assign(file(pdf, row.title, row.students), { loggedAccess: accessInResponse(row) });
  }

  /**
   * A form to print, for one student or nobody in particular.
   * @throws NotFoundError the slip, or the student, is not there for the caller
   */
  async blankForm(member: Member, slipId: string, studentId: unknown): Promise<StreamableFile> {
    const now = this.clock.now();
    if (studentId !== undefined && !isUuid(studentId)) throw new NotFoundError();
    const row = await this.slips.findBlank(member, slipId, studentId ?? null, now);
    if (!row || (studentId !== undefined && !row.student)) throw new NotFoundError();
    const students = row.student ? [row.student] : [];
    return file(await this.typesetter.blankForm(toBlankForm(row, now)), row.title, students);
  }
}

function file(pdf: Buffer, title: string, students: StudentRow[]): StreamableFile {
  const name = ['permission-slip', title.slice(0, TITLE), ...students.map((student) => student.name)].join(
    '-',
  );
  const disposition = contentDisposition('inline', name, 'pdf');
  return new StreamableFile(pdf, { type: 'application/pdf', disposition, length: pdf.length });
}
