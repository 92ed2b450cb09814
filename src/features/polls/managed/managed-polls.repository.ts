import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { type AnsweredState, answeredState, isManageable } from '../../../policy/answered-item.js';
import { isAddressedToMember, membersOfSchool, VIEWER, viewerParameters } from '../../../policy/audience.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import { isPollClosed } from '../../../policy/poll-visibility.js';
import { audienceColumns, managedItems, withAudience } from '../../publishing/managed-items.js';
import type { ManagedPoll } from './managed-poll.dto.js';
import { hasPendingAnswers } from '../poll-tallies.repository.js';
import {
  percentOf,
  POLL_COLUMNS,
  RESPONDENTS,
  TIMES_CHOSEN,
  WITH_OWN_RESPONSE,
  WITH_TALLY,
} from '../polls.sql.js';

const CHOICES = `
  select json_agg(json_build_object('id', c.id, 'position', c.position, 'text', c.text,
    'count', chosen.times, 'percent', ${percentOf('chosen.times', 'given.responses')}) order by c.position)
  from poll_choices c cross join lateral (select ${TIMES_CHOSEN} as times) chosen
  where c.school_id = q.school_id and c.question_id = q.id`;

const QUESTIONS = `
  select coalesce(json_agg(json_build_object('id', q.id, 'position', q.position, 'text', q.text,
    'choices', coalesce((${CHOICES}), '[]')) order by q.position), '[]')
  from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id`;

/** Of those whom the poll is addressed to now, how many have answered. Of an anonymous poll that is what the results are of. */
const ANSWERED = `
  case when p.anonymous then ${RESPONDENTS} else (select count(*)::int from poll_responses r
    join member on member.user_id = r.user_id and ${isAddressedToMember('p', 'member')}
    where r.school_id = p.school_id and r.poll_id = p.id) end`;

/** Who has answered a named poll, whatever has become of them since. */
const RESPONDENTS_BY_NAME = `
  select coalesce(json_agg(json_build_object('membership_id', m.id, 'name', ${fullName('person')},
    'sort_key', ${nameSortKey('person', [], 'm.id')}, 'responded_at', ${utcText('r.submitted_at')})), '[]')
  from poll_responses r
  join memberships m on m.school_id = r.school_id and m.user_id = r.user_id
  join users u on u.id = m.user_id ${memberContact('null')}
  where r.school_id = p.school_id and r.poll_id = p.id`;

const managedColumns = (respondents: string): string => `
  ${POLL_COLUMNS}, ${answeredState('p', VIEWER.now)} as state,
  ${audienceColumns('p')}, given.responses as response_count,
  greatest(audience.people - given.answered, 0) as outstanding_count,
  (${QUESTIONS}) as questions, ${respondents} as respondents, ${utcText('p.deleted_at')} as deleted_at`;

const FROM_WANTED = `
  from wanted p
  ${withAudience('p')}
  ${WITH_OWN_RESPONSE} ${WITH_TALLY}
  cross join lateral (select ${RESPONDENTS} as responses, ${ANSWERED} as answered) given`;

/** $5, after the viewer's parameters: the state, or null for all that were not deleted. */
const IS_IN_STATE = `case when $5::text is null then item.deleted_at is null else ${answeredState('item', VIEWER.now)} = $5 end`;

const FIND_MANAGED_POLLS = `
  ${managedItems('polls', IS_IN_STATE)}
  select '{"polls":' || coalesce(json_agg(poll), '[]')::text || '}' as text from (
    select ${managedColumns('null::json')} ${FROM_WANTED} order by p.created_at desc, p.id) poll`;

/** $5, after the viewer's parameters. */
const FIND_MANAGED_POLL = `
  ${managedItems('polls', 'item.id = $5::uuid')}
  select ${managedColumns(`case when not p.anonymous then (${RESPONDENTS_BY_NAME}) end`)},
    ${hasPendingAnswers(isPollClosed('p', VIEWER))} as has_pending, ${schoolLocale('p.school_id')} as locale
  ${FROM_WANTED}`;

/** What each person has chosen: those who have answered, and those whom the poll is addressed to now. */
const FIND_ANSWERS = `
  with member as materialized (${membersOfSchool(VIEWER.school, VIEWER.now)})
  select ${fullName('person')} as name, ${nameSortKey('person', [], 'm.id')} as sort_key,
    to_char(r.submitted_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as answered_at,
    coalesce((select json_object_agg(a.question_id, c.text) from poll_answers a
      join poll_choices c on c.school_id = a.school_id and c.id = a.choice_id
      where a.school_id = r.school_id and a.response_id = r.id), '{}') as answers, school.locale
  from polls p
  join schools school on school.id = p.school_id
  join memberships m on m.school_id = p.school_id
  join users u on u.id = m.user_id ${memberContact('null')}
  left join poll_responses r on r.school_id = p.school_id and r.poll_id = p.id and r.user_id = m.user_id
  left join member on member.id = m.id and ${isAddressedToMember('p', 'member')}
  where p.school_id = $1 and p.id = $5 and ${isManageable('p', VIEWER)} and (r.id is not null or member.id is not null)`;

/** A poll as its manager sees it. */
export interface FoundPoll {
  body: ManagedPoll;
  /** True when there are answers to count first. */
  hasPending: boolean;
}

/** A person whom the poll is or was addressed to. */
export interface PollAnswers {
  name: string;
  /** At the school, `YYYY-MM-DD HH:MM`; null for somebody who has not answered. */
  answered_at: string | null;
  /** The text of the choice, by the id of its question. */
  answers: Record<string, string>;
}

@Injectable()
export class ManagedPollsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The polls as the text of the answer, which the database has written. */
  async findAll(member: Member, state: AnsweredState | null, now: Date): Promise<string> {
    const parameters = [...viewerParameters(member, now), state];
    const [row] = await this.dataSource.query<{ text: string }[]>(FIND_MANAGED_POLLS, parameters);
    return row!.text;
  }

  /** Null where the caller does not manage it. */
  async findOne(
    member: Member,
    pollId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<FoundPoll | null> {
    const parameters = [...viewerParameters(member, now), pollId];
    const rows = await manager.query<(ManagedPoll & { has_pending: boolean; locale: string })[]>(
      FIND_MANAGED_POLL,
      parameters,
    );
    const [found] = inSchoolOrder(rows);
    if (!found) return null;
    const { has_pending: hasPending, ...body } = found;
    return { body, hasPending };
  }

  /** In the order of names. */
  async findAnswers(member: Member, pollId: string, now: Date): Promise<PollAnswers[]> {
    const parameters = [...viewerParameters(member, now), pollId];
    return inSchoolOrder(
      await this.dataSource.query<(PollAnswers & { locale: string })[]>(FIND_ANSWERS, parameters),
    );
  }
}
