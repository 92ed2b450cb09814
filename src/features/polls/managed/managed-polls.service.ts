import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { attachment } from '../../../platform/http/content-disposition.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import { spreadsheet } from '../../../platform/text/spreadsheet.js';
import type { AnsweredState } from '../../../policy/answered-item.js';
import type { ManagedPoll } from './managed-poll.dto.js';
import { ManagedPollsRepository, type PollAnswers } from './managed-polls.repository.js';
import { PollTalliesService } from '../poll-tallies.service.js';

/** Polls as those read them who manage them. */
@Injectable()
export class ManagedPollsService {
  constructor(
    private readonly polls: ManagedPollsRepository,
    private readonly tallies: PollTalliesService,
    private readonly clock: Clock,
  ) {}

  /** @param state left out: all but those that were deleted */
  async list(member: Member, state?: AnsweredState): Promise<SerializedJson> {
    return new SerializedJson(await this.polls.findAll(member, state ?? null, this.clock.now()));
  }

  /** @throws NotFoundError */
  async get(member: Member, pollId: string): Promise<ManagedPoll> {
    const now = this.clock.now();
    let found = await this.polls.findOne(member, pollId, now);
    if (found?.hasPending) {
      await this.tallies.countPending({ id: pollId, schoolId: member.schoolId }, found.body.closed);
      found = await this.polls.findOne(member, pollId, now);
    }
    if (!found) throw new NotFoundError();
    return found.body;
  }

  /**
   * A row for each person; of an anonymous poll one for each choice, with how often it was chosen.
   * @throws NotFoundError
   */
  async exportResults(member: Member, pollId: string): Promise<StreamableFile> {
    const poll = await this.get(member, pollId);
    const text = poll.anonymous
      ? countsAsCsv(poll)
      : answersAsCsv(poll, await this.polls.findAnswers(member, pollId, this.clock.now()));
    return attachment(poll.title, 'csv', 'text/csv; charset=utf-8', text);
  }
}

const countsAsCsv = ({ questions }: ManagedPoll): string =>
  spreadsheet(
    ['Question', 'Choice', 'Answers', 'Percent'],
    questions.flatMap(({ text, choices }) =>
      choices.map((choice) => [text, choice.text, choice.count, choice.percent]),
    ),
  );

const answersAsCsv = ({ questions }: ManagedPoll, people: PollAnswers[]): string =>
  spreadsheet(
    ['Name', 'Answered at', ...questions.map(({ text }) => text)],
    people.map(({ name, answered_at, answers }) => [
      ...[name, answered_at],
      ...questions.map(({ id }) => answers[id] ?? null),
    ]),
  );
