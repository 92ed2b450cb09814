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
import type { AnswerQuestion, StudentOption } from './answer-question.js';

/** The answer for one student, or of the person. */
interface OwnAnswer {
  student_id: string | null;
  name: string;
  answer: RsvpAnswer | null;
  comment: string | null;
}

type AnswerTarget = Pick<AnswerQuestion, 'title' | 'when' | 'students'> & {
  answers: readonly ButtonAnswer[];
};

/** What a link is about, as its owner may see it now: each read and each answer is the owner's, with the rights of theirs. */
@Injectable()
export class AnswerTargets {
  constructor(
    private readonly events: EventsService,
    private readonly rsvps: RsvpsService,
    private readonly acknowledgements: NoticeAcknowledgementsService,
  ) {}

  /**
   * @throws NotFoundError not visible to them any more, or it asks them no more
   * @throws AnswerClosedError
   * @throws StaleError a notice says something else than the mail did
   */
  async get(link: FoundLink): Promise<AnswerTarget> {
    return 'eventId' in link.item ? this.getEvent(link, link.item.eventId) : this.getNotice(link, link.item);
  }

  /**
   * @param studentIds of the item's; empty where the owner answers for themselves
   * @throws EventFullError
   * @throws RsvpClosedError
   * @throws StaleError
   */
  async answer({ member, item }: FoundLink, answer: ButtonAnswer, studentIds: string[]): Promise<void> {
    if ('noticeId' in item) return this.acknowledgements.acknowledge(member, item.noticeId, item.version);
    const { rsvp } = await this.events.get(member, item.eventId);
    const given = answer as RsvpAnswer;
    const answers = (rsvp?.mine ?? [])
      .filter(({ student_id }) => student_id === null || studentIds.includes(student_id))
      .map((own) => ({ student_id: own.student_id, answer: given, comment: commentFor(own, given) }));
    await this.rsvps.answer(member, item.eventId, { answers });
  }

  private async getEvent({ member, school }: FoundLink, eventId: string): Promise<AnswerTarget> {
    if (!isOn(member.features, 'calendar')) throw new NotFoundError();
    const event = await this.events.get(member, eventId);
    const { rsvp, title, status } = event;
    if (!rsvp || rsvp.mine.length === 0) throw new NotFoundError();
    if (rsvp.closed || status === 'cancelled') throw new AnswerClosedError();
    const { starts_at: startsAt, start_date: startDate } = event;
    const when = { startsAt, startDate, timeZone: school.timeZone };
    return { title, when, students: studentsOf(rsvp.mine), answers: RSVP_ANSWERS };
  }

  private async getNotice(
    { member }: FoundLink,
    { noticeId, version }: { noticeId: string; version: string },
  ): Promise<AnswerTarget> {
    if (!isOn(member.features, 'notices')) throw new NotFoundError();
    const notice = await this.acknowledgements.get(member, noticeId);
    if (!notice.listed) throw new AnswerClosedError();
    if (notice.version !== version) throw new StaleError();
    return { title: notice.title, when: null, students: [], answers: ['acknowledged'] };
  }
}

const studentsOf = (mine: OwnAnswer[]): StudentOption[] =>
  mine.flatMap(({ student_id: id, name, answer }) =>
    id === null ? [] : [{ id, name, isUnanswered: answer === null }],
  );

/** What was written with the same answer stays; with another one it might not be true. */
const commentFor = ({ answer, comment }: OwnAnswer, given: RsvpAnswer): string | null =>
  answer === given ? comment : null;
