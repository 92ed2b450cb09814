import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isOpened } from '../../policy/answered-item.js';
import { isAddressedTo, VIEWER, viewerParameters } from '../../policy/audience.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import type { Choices, ChosenAnswer } from './poll-answers.js';
import type { PollDetail } from './poll.dto.js';
import { Poll } from './poll.entity.js';
import { hasPendingAnswers } from './poll-tallies.repository.js';
import { ANONYMITY_THRESHOLD } from './tally-steps.js';
import { utcText } from '../../platform/database/utc-text.js';
import { isPollClosed, isPollListed } from '../../policy/poll-visibility.js';
import {
  percentOf,
  POLL_COLUMNS,
  RESPONDENTS,
  TIMES_CHOSEN,
  WITH_OWN_RESPONSE,
  WITH_TALLY,
} from './polls.sql.js';

/** True where the poll lets the caller, whose response is `own`, read its results now. It holds for admins, too. */
const MAY_READ_RESULTS = `
  case p.results_visibility
    when 'always' then p.opens_at <= ${VIEWER.now}::timestamptz
    when 'after_response' then own.id is not null or ${isPollClosed('p', VIEWER)}
    when 'after_close' then ${isPollClosed('p', VIEWER)}
    else false end`;

const CHOICE_RESULTS = `
  select json_agg(json_build_object('choice_id', c.id, 'count', chosen.times,
    'percent', ${percentOf('chosen.times', 'everyone.n')}) order by c.position)
  from poll_choices c
  cross join lateral (select ${TIMES_CHOSEN} as times) chosen
  where c.school_id = q.school_id and c.question_id = q.id`;

const QUESTION_RESULTS = `
  select json_agg(json_build_object('question_id', q.id, 'choices', coalesce((${CHOICE_RESULTS}), '[]')) order by q.position)
  from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id`;

/** SQL for a row `p` of `polls` and the caller's response `own`: numbers alone, or null while nobody may see them. */
const POLL_RESULTS = `
  select json_build_object('respondent_count', everyone.n, 'questions', coalesce((${QUESTION_RESULTS}), '[]'))
  from (select ${RESPONDENTS} as n) everyone
  where ${MAY_READ_RESULTS} and (not p.anonymous or everyone.n >= ${ANONYMITY_THRESHOLD})`;

const FROM_POLLS = `from polls p ${WITH_OWN_RESPONSE}`;

const FIND_POLLS = `
  select '{"polls":' || coalesce(json_agg(poll), '[]')::text || '}' as text from (
    select ${POLL_COLUMNS} ${FROM_POLLS} where ${isPollListed('p', VIEWER)}
    order by ${isPollClosed('p', VIEWER)}, p.closes_at nulls last, p.title collate "und-x-icu", p.id) poll`;

const CHOICES = `
  select json_agg(json_build_object('id', c.id, 'position', c.position, 'text', c.text) order by c.position)
  from poll_choices c where c.school_id = q.school_id and c.question_id = q.id`;

const QUESTIONS = `
  select coalesce(json_agg(json_build_object('id', q.id, 'position', q.position, 'text', q.text,
    'choices', coalesce((${CHOICES}), '[]')) order by q.position), '[]')
  from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id`;

const OWN_ANSWERS = `
  select coalesce(json_agg(json_build_object('question_id', a.question_id, 'choice_id', a.choice_id)
    order by q.position), '[]')
  from poll_answers a join poll_questions q on q.school_id = a.school_id and q.id = a.question_id
  where a.school_id = own.school_id and a.response_id = own.id`;

/** $5, after the viewer's parameters. */
const FIND_POLL = `
  select ${POLL_COLUMNS}, (${QUESTIONS}) as questions,
    case when own.id is not null and not p.anonymous then (${OWN_ANSWERS}) end as my_answers,
    (${POLL_RESULTS}) as results,
    ${hasPendingAnswers(isPollClosed('p', VIEWER))} as has_pending
  ${FROM_POLLS} ${WITH_TALLY} where p.school_id = $1 and p.id = $5 and ${isPollListed('p', VIEWER)}`;

/** $5, after the viewer's parameters: what a response depends on. */
const FIND_RESPONDABLE_POLL = `
  select ${isOpened('p', VIEWER.now)} as opened, ${isAddressedTo('p', VIEWER)} as addressed,
    ${isPollClosed('p', VIEWER)} as closed, p.anonymous, own.id is not null as responded,
    ${utcText('own.submitted_at')} as responded_at,
    (select coalesce(json_object_agg(q.id, (
        select coalesce(json_agg(c.id), '[]') from poll_choices c
          where c.school_id = q.school_id and c.question_id = q.id)), '{}')
      from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as choices
  ${FROM_POLLS} where p.id = $5 and p.school_id = $1`;

/** Inserts the response and its answers; returns no row where the person has responded already. */
const INSERT_RESPONSE = `
  with response as (
    insert into poll_responses (school_id, poll_id, user_id, submitted_at) values ($1, $2, $3, $4)
    on conflict on constraint poll_responses_once_key do nothing
    returning id, school_id
  ), answers as (
    insert into poll_answers (response_id, question_id, choice_id, school_id)
    select response.id, given.question_id, given.choice_id, response.school_id
    from response, jsonb_to_recordset($5::jsonb) as given(question_id uuid, choice_id uuid)
  )
  select id from response`;

/** What decides whether a response is accepted. */
export interface RespondablePoll {
  opened: boolean;
  /** To the caller. */
  addressed: boolean;
  closed: boolean;
  anonymous: boolean;
  /** By the caller. */
  responded: boolean;
  /** UTC: when the caller responded; null if they have not, and of an anonymous poll. */
  responded_at: string | null;
  choices: Choices;
}

export interface VisiblePoll {
  poll: PollDetail;
  /** True when there are answers to count first. */
  hasPending: boolean;
}

@Injectable()
export class PollsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The polls as the text of the answer, which the database has written. */
  async findListed(member: Member, now: Date): Promise<string> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, FIND_POLLS, parameters);
    return row!.text;
  }

  /** The poll in the shape of the answer; null where the caller may not see it. */
  async findVisiblePoll(member: Member, pollId: string, now: Date): Promise<VisiblePoll | null> {
    const parameters = [...viewerParameters(member, now), pollId];
    const [row] = await queryPrepared<PollDetail & { has_pending: boolean }>(
      this.dataSource,
      FIND_POLL,
      parameters,
    );
    if (!row) return null;
    const { has_pending: hasPending, ...poll } = row;
    return { poll, hasPending };
  }

  /**
   * Locks the poll as it is until the transaction ends: an import that changes it waits for those who answer it, and they for
   * the import; they never wait for each other.
   */
  lockPoll(
    manager: EntityManager,
    schoolId: string,
    pollId: string,
  ): Promise<Pick<Poll, 'anonymous'> | null> {
    const where = { schoolId, id: pollId };
    return manager.getRepository(Poll).findOne({ where, lock: { mode: 'pessimistic_read' } });
  }

  async findRespondablePoll(
    { manager, member, now }: WriteContext,
    pollId: string,
  ): Promise<RespondablePoll | null> {
    const [row] = await manager.query<RespondablePoll[]>(FIND_RESPONDABLE_POLL, [
      ...viewerParameters(member, now),
      pollId,
    ]);
    return row ?? null;
  }

  /** @returns false when the person has responded already */
  async insertResponse(
    { manager, member, now }: WriteContext,
    pollId: string,
    answers: ChosenAnswer[],
  ): Promise<boolean> {
    const parameters = [member.schoolId, pollId, member.userId, now, JSON.stringify(answers)];
    return (await manager.query<unknown[]>(INSERT_RESPONSE, parameters)).length > 0;
  }
}
