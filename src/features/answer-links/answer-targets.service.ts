import { Injectable } from '@nestjs/common';
import { NotFoundError, StaleError } from '../../platform/errors/app-error.js';
import { isOn } from '../../policy/school-feature.js';
import type { ButtonAnswer } from '../alerts/mails/answer-button.js';
import { EventsService } from '../calendar/events/events.service.js';
import { RSVP_ANSWERS, type RsvpAnswer } from '../calendar/events/event-values.js';
import { RsvpsService } from '../calendar/rsvp/rsvps.service.js';
import { NoticeAcknowledgementsService } from '../notices/acknowledgements/notice-acknowledgements.service.js';
import { AnswerClosedError } from './answer-links.errors.js';
import type { FoundLink } from './answer-links.service.js';
import type { AnswerQuestion } from './answer-question.js';

/** The answer for one student, or of the person. */
export interface OwnAnswer {
  student_id: string | null;
  name: string;
  answer: RsvpAnswer | null;
  comment: string | null;
}

interface AnswerTarget extends Pick<AnswerQuestion, 'title' | 'when'> {
  answers: readonly ButtonAnswer[];
  /** Whom the event asks of the owner's; empty for a notice. */
  own: OwnAnswer[];
  /** Why it cannot be answered by the link; null where it can. */
  fault: AnswerClosedError | StaleError | null;
}

/** What a link is about, as its owner may see it now: each read and each answer is the owner's, with the rights of theirs. */
@Injectable()
export class AnswerTargets {
  constructor(
    private readonly events: EventsService,
    private readonly rsvps: RsvpsService,
    private readonly acknowledgements: NoticeAcknowledgementsService,
  ) {}

  /** @throws NotFoundError not visible to them any more, or it asks them no more */
  async get(link: FoundLink): Promise<AnswerTarget> {
    return 'eventId' in link.item ? this.getEvent(link, link.item.eventId) : this.getNotice(link, link.item);
  }

  /**
   * @param own those whom the answer is for
   * @throws EventFullError
   * @throws RsvpClosedError
   * @throws StaleError
   */
  async answer({ member, item }: FoundLink, answer: ButtonAnswer, own: OwnAnswer[]): Promise<void> {
    if ('noticeId' in item) return this.acknowledgements.acknowledge(member, item.noticeId, item.version);
    const given = answer as RsvpAnswer;
    const answers = own.map((line) => ({
      ...{ student_id: line.student_id, answer: given },
      comment: commentFor(line, given),
    }));
    await this.rsvps.answer(member, item.eventId, { answers });
  }

  private async getEvent({ member, school }: FoundLink, eventId: string): Promise<AnswerTarget> {
    if (!isOn(member.features, 'calendar')) throw new NotFoundError();
    const event = await this.events.get(member, eventId);
    const { rsvp, title, status } = event;
    if (!rsvp || rsvp.mine.length === 0) throw new NotFoundError();
    const { starts_at: startsAt, start_date: startDate } = event;
    const when = { startsAt, startDate, timeZone: school.timeZone };
    const isClosed = rsvp.closed || status === 'cancelled';
    const fault = isClosed ? new AnswerClosedError() : null;
    return { title, when, own: rsvp.mine, answers: RSVP_ANSWERS, fault };
  }

  private async getNotice(
    { member }: FoundLink,
    { noticeId, version }: { noticeId: string; version: string },
  ): Promise<AnswerTarget> {
    if (!isOn(member.features, 'notices')) throw new NotFoundError();
    const notice = await this.acknowledgements.get(member, noticeId);
    // A notice that says something else than the mail did is not acknowledged by it.
    const changed = notice.version === version ? null : new StaleError();
    const fault = notice.listed ? changed : new AnswerClosedError();
    return { title: notice.title, when: null, own: [], answers: ['acknowledged'], fault };
  }
}

/** What was written with the same answer stays; with another one it might not be true. */
const commentFor = ({ answer, comment }: OwnAnswer, given: RsvpAnswer): string | null =>
  answer === given ? comment : null;
