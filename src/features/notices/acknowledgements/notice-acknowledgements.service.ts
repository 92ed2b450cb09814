import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthorizedError, NotFoundError, StaleError } from '../../../platform/errors/app-error.js';
import { attachment } from '../../../platform/http/content-disposition.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { spreadsheet } from '../../../platform/text/spreadsheet.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { wallAt } from '../../../platform/clock/wall-clock.js';
import { assertMayChange } from '../../publishing/publishing-rights.service.js';
import type { NoticeAcknowledgements } from './notice-acknowledgement.dto.js';
import {
  type AcknowledgedNotice,
  NoticeAcknowledgementsRepository,
} from './notice-acknowledgements.repository.js';

/** Notices that ask their readers to say that they have read them (contract section 23). */
@Injectable()
export class NoticeAcknowledgementsService {
  constructor(
    private readonly acknowledgements: NoticeAcknowledgementsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The title and the body that the notice has now; again is no change.
   * @param ifVersion nothing is acknowledged where the notice has another one
   * @throws NotFoundError not visible, or it does not ask
   * @throws NotAuthorizedError a manager whom the notice is not addressed to now
   * @throws StaleError
   */
  async acknowledge(member: Member, noticeId: string, ifVersion?: string): Promise<void> {
    const now = this.clock.now();
    const { version, listed } = await this.find(member, noticeId, now);
    if (!listed) throw new NotAuthorizedError();
    if (ifVersion !== undefined && ifVersion !== version) throw new StaleError();
    await this.transactions.run(async (manager) => {
      if (!(await this.acknowledgements.insert(manager, member, { noticeId, version }, now))) return;
      const ids = { readers: [member.membershipId] };
      record({ manager, member }, { kind: 'notice.acknowledged', id: noticeId, ids });
    });
  }

  /** @throws NotFoundError not visible, or it does not ask */
  get(member: Member, noticeId: string): Promise<AcknowledgedNotice> {
    return this.find(member, noticeId, this.clock.now());
  }

  /**
   * @throws NotFoundError not visible, or it does not ask
   * @throws NotAuthorizedError visible, and not theirs to change
   */
  async list(member: Member, noticeId: string): Promise<NoticeAcknowledgements> {
    return (await this.findManaged(member, noticeId)).answer;
  }

  /**
   * A row for each person, with the school's time.
   * @throws NotFoundError not visible, or it does not ask
   * @throws NotAuthorizedError visible, and not theirs to change
   */
  async export(member: Member, noticeId: string): Promise<StreamableFile> {
    const { notice, answer } = await this.findManaged(member, noticeId);
    const rows = answer.people.map(({ name, acknowledged_at, version }) => [
      name,
      acknowledged_at && wallAt(new Date(acknowledged_at), notice.time_zone).slice(0, 16).replace('T', ' '),
      acknowledged_at === null && version !== null ? 'yes' : null,
    ]);
    const text = spreadsheet(['Name', 'Acknowledged at', 'Has acknowledged an earlier text'], rows);
    return attachment(notice.title, 'csv', 'text/csv; charset=utf-8', text);
  }

  private async findManaged(
    member: Member,
    noticeId: string,
  ): Promise<{ notice: AcknowledgedNotice; answer: NoticeAcknowledgements }> {
    const now = this.clock.now();
    const notice = await this.find(member, noticeId, now);
    assertMayChange({ body: notice, managed: notice.managed }, undefined);
    const people = await this.acknowledgements.findPeople(member.schoolId, noticeId, now);
    const acknowledged = people.filter(({ acknowledged_at }) => acknowledged_at !== null).length;
    return { notice, answer: { acknowledged, outstanding: people.length - acknowledged, people } };
  }

  private async find(member: Member, noticeId: string, now: Date): Promise<AcknowledgedNotice> {
    const notice = isUuid(noticeId) ? await this.acknowledgements.find(member, noticeId, now) : null;
    if (!notice) throw new NotFoundError();
    return notice;
  }
}
