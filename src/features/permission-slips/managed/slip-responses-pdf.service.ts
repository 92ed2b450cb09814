import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { FairQueue } from '../../../platform/concurrency/fair-queue.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { contentDisposition } from '../../../platform/http/content-disposition.js';
import { joinedPdf } from '../../../platform/typesetting/joining/joined-pdf.js';
import type { LoggedFile } from '../../access-log/access-log-subject.js';
import { toResponseDocument } from '../pdf/slip-document-rows.js';
import { SlipTypesetterService } from '../pdf/slip-typesetter.service.js';
import { SlipPdfsRepository } from '../pdf/slip-pdfs.repository.js';
import type { ManagedSlipDetail } from './managed-slip.dto.js';
import { ManagedSlipsService } from './managed-slips.service.js';

/** Slips of which a process prints all answers at a time: the pages of each are set one after the other. */
const MAX_AT_ONCE = 2;

/** All answers to a slip in one PDF, sent while it is made: in the same memory however many they are. */
@Injectable()
export class SlipResponsesPdf {
  /** One of a person at a time. */
  private readonly queue = new FairQueue(MAX_AT_ONCE);

  constructor(
    private readonly slips: ManagedSlipsService,
    private readonly rows: SlipPdfsRepository,
    private readonly typesetter: SlipTypesetterService,
    private readonly clock: Clock,
  ) {}

  /**
   * The answers that hold, students by name.
   * @throws NotFoundError the slip is not there for the caller, or nobody has answered
   * @throws UnavailableError when the first one cannot be set at the moment
   */
  async print(member: Member, slipId: string): Promise<LoggedFile> {
    const slip = await this.slips.get(member, slipId);
    const responseIds = currentResponsesOf(slip);
    if (responseIds.length === 0) throw new NotFoundError();
    const contacts = await this.rows.findNamedSigners(member, slip.id, this.clock.now());
    const document = new PassThrough();
    void this.queue.run(member.userId, () => this.write(member, slip.id, responseIds, document));
    // Whatever fails before there is anything to send is answered as an error.
    await once(document, 'readable');
    const disposition = contentDisposition('inline', slip.title, 'pdf');
    const file = new StreamableFile(document, { type: 'application/pdf', disposition });
    return Object.assign(file, { loggedAccess: { contacts } });
  }

  /** Never fails: the reader of the document hears of it. */
  private async write(
    member: Member,
    slipId: string,
    responseIds: string[],
    document: PassThrough,
  ): Promise<void> {
    if (document.destroyed) return;
    const parts = this.typeset(member, slipId, responseIds);
    await pipeline(joinedPdf(parts), document).catch((error: unknown) => document.destroy(error as Error));
  }

  /** One that was withdrawn meanwhile is left out. */
  private async *typeset(member: Member, slipId: string, responseIds: string[]): AsyncGenerator<Buffer> {
    for (const id of responseIds) {
      const now = this.clock.now();
      const row = await this.rows.findResponse(member, slipId, id, now);
      if (row?.state === 'current') yield this.typesetter.response(toResponseDocument(row, now));
    }
  }
}

/** Each once, where it is for several students. */
const currentResponsesOf = ({ students }: ManagedSlipDetail): string[] => [
  ...new Set(
    students.flatMap(({ responses }) =>
      responses.filter(({ state }) => state === 'current').map(({ id }) => id),
    ),
  ),
];
