import { Injectable } from '@nestjs/common';
import { auditActor, auditItem, auditSchools } from '../../platform/audit/operation.js';
import { FloodLimiter } from '../../platform/auth/flood-limiter.js';
import { MINUTE } from '../../platform/auth/rate-limit.guard.js';
import { NotAuthorizedError, NotFoundError, StaleError } from '../../platform/errors/app-error.js';
import type { Language } from '../../platform/messages/languages.js';
import type { Form } from '../../platform/pages/form-page.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { AccountMails } from '../account/mails/account-mails.service.js';
import { secretIn } from '../account/links/pasted-secret.js';
import { EventFullError, RsvpClosedError } from '../calendar/rsvp/rsvp.errors.js';
import { AnswerClosedError } from './answer-links.errors.js';
import { AnswerLinks, type FoundLink } from './answer-links.service.js';
import { answerPage, askPage, givenPage, refusedPage } from './answer-pages.view.js';
import { type AnswerQuestion, type StudentOption, studentField } from './answer-question.js';
import { AnswerTargets, type OwnAnswer } from './answer-targets.service.js';

/** Presses of a person: each leaves rows, if only in the audit trail. */
const MAX_ANSWERS_AN_HOUR = 60;

interface OpenedLink {
  link: FoundLink;
  question: AnswerQuestion;
  own: OwnAnswer[];
}

type FoundQuestion = OpenedLink & { fault: Error | null };

/** `/answer`: from the button of a mail to an answer, without signing in. */
@Injectable()
export class AnswerPages {
  private readonly answers = new FloodLimiter('answers', MAX_ANSWERS_AN_HOUR, 60 * MINUTE);

  constructor(
    private readonly links: AnswerLinks,
    private readonly items: AnswerTargets,
    private readonly transactions: Transactions,
    private readonly mails: AccountMails,
  ) {}

  show(language: Language): HtmlPage {
    return answerPage(language);
  }

  open({ token }: Form, language: Language): Promise<HtmlPage> {
    return this.refusable(language, async () => askPage(language, (await this.opened(token)).question));
  }

  /** Again, it is the same answer. @throws RateLimitedError */
  give(form: Form, language: Language): Promise<HtmlPage> {
    return this.refusable(language, async () => {
      const { link, question, own } = await this.opened(form['token']);
      const chosen = chosenIn(form, own);
      if (own.length > 0 && chosen.length === 0) return askPage(language, question, { isNobodyChosen: true });
      await this.answers.count(link.member.membershipId);
      this.audit(link);
      await this.items.answer(link, question.answer, chosen);
      return givenPage(language, { ...question, students: studentsOf(chosen) });
    });
  }

  /** Also of an item that takes no answers now. */
  endLinks({ token }: Form, language: Language): Promise<HtmlPage> {
    return this.refusable(language, async () => {
      const { link, question } = await this.find(token);
      this.audit(link);
      await this.transactions.run(async (manager) => {
        if (!(await this.links.end(manager, link))) return;
        const { title: item, school } = question;
        await this.mails.tellOfEndedLinks(manager, link.member.userId, { item, school });
      });
      return refusedPage(language, 'ended');
    });
  }

  /** @throws NotFoundError @throws AnswerClosedError @throws StaleError */
  private async opened(text?: string): Promise<OpenedLink> {
    const { fault, ...opened } = await this.find(text);
    if (fault) throw fault;
    return opened;
  }

  /** @throws NotFoundError */
  private async find(text = ''): Promise<FoundQuestion> {
    const [secret = '', answer = ''] = secretIn(text).split('.');
    const link = await this.links.find(secret);
    if (!link) throw new NotFoundError();
    const { answers, own, fault, ...shown } = await this.items.get(link);
    const wanted = answers.find((one) => one === answer);
    if (!wanted) throw new NotFoundError();
    const { name: person, school } = link;
    const token = `${secret}.${answer}`;
    const question = {
      ...shown,
      students: studentsOf(own),
      token,
      answer: wanted,
      person,
      school: school.name,
    };
    return { link, question, own, fault };
  }

  private audit({ member, item }: FoundLink): void {
    auditActor(member.userId);
    auditSchools([member.schoolId]);
    if ('eventId' in item) auditItem('event', item.eventId);
    else auditItem('notice', item.noticeId);
  }

  /** Whoever may not see the item any more learns no more than who has made the link up. */
  private async refusable(language: Language, show: () => Promise<HtmlPage>): Promise<HtmlPage> {
    try {
      return await show();
    } catch (error) {
      if (error instanceof NotFoundError || error instanceof NotAuthorizedError)
        return refusedPage(language, 'gone');
      if (error instanceof AnswerClosedError || error instanceof RsvpClosedError)
        return refusedPage(language, 'closed');
      if (error instanceof StaleError) return refusedPage(language, 'changed');
      if (error instanceof EventFullError) return refusedPage(language, 'full');
      throw error;
    }
  }
}

/**
 * Those whom the form names, and no other who is alone by now: a child may be asked for no more since the page was shown. A form that
 * names nobody is that of a person who answers for themselves, or of a page with one child.
 */
function chosenIn(form: Form, own: OwnAnswer[]): OwnAnswer[] {
  const namesNobody = !Object.keys(form).some((name) => name.startsWith(studentField('')));
  if (namesNobody && own.length === 1) return own;
  return own.filter(({ student_id: id }) => id !== null && form[studentField(id)]);
}

const studentsOf = (own: OwnAnswer[]): StudentOption[] =>
  own.flatMap(({ student_id: id, name, answer }) =>
    id === null ? [] : [{ id, name, isUnanswered: answer === null }],
  );
