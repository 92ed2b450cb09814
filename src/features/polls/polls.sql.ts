import { isAddressedTo } from '../../access/audience.js';
import { VIEWER } from '../../access/viewer.js';
import { utcText } from '../../database/utc-text.js';
import { POLL_RESULTS } from './poll-results.sql.js';
import { isPollClosed, isPollListed, isPollShown, personOf } from './poll-visibility.js';

const POLL = `
  p.id, p.school_id, p.title, p.description, p.organization_id,
  ${utcText('p.opens_at')} as opens_at, ${utcText('p.closes_at')} as closes_at,
  p.results_visibility, p.anonymous,
  (select count(*)::int from poll_questions q where q.poll_id = p.id) as question_count,
  ${isPollClosed('p', VIEWER)} as closed, own.id is not null as already_responded,
  ${utcText('own.submitted_at')} as responded_at`;

const FROM = `
  from polls p left join poll_responses own on own.poll_id = p.id and own.user_id = ${personOf(VIEWER)}`;

export const POLLS = `
  select '{"polls":' || coalesce(json_agg(poll), '[]')::text || '}' as text from (
    select ${POLL} ${FROM} where ${isPollListed('p', VIEWER)}
    order by ${isPollClosed('p', VIEWER)}, p.closes_at nulls last, p.title collate "und-x-icu", p.id) poll`;

const CHOICES = `
  select json_agg(json_build_object('id', c.id, 'position', c.position, 'text', c.text) order by c.position)
  from poll_choices c where c.question_id = q.id`;

const QUESTIONS = `
  select coalesce(json_agg(json_build_object('id', q.id, 'position', q.position, 'text', q.text,
    'choices', coalesce((${CHOICES}), '[]')) order by q.position), '[]')
  from poll_questions q where q.poll_id = p.id`;

const OWN_ANSWERS = `
  select coalesce(json_agg(json_build_object('question_id', a.question_id, 'choice_id', a.choice_id)
    order by q.position), '[]')
  from poll_answers a join poll_questions q on q.id = a.question_id where a.response_id = own.id`;

/** $5, after the viewer's parameters. */
export const SEEN_POLL = `
  select ${POLL}, (${QUESTIONS}) as questions,
    case when own.id is not null then (${OWN_ANSWERS}) end as my_answers, (${POLL_RESULTS}) as results
  ${FROM} where p.id = $5 and ${isPollShown('p', VIEWER)}`;

/** A feed that changes the poll waits for those who answer it, and they for the feed; they never wait for each other. */
export const HOLD = 'select id from polls where id = $1 for share';

/** $5, after the viewer's parameters: what a response depends on. */
export const ASKED = `
  select p.opens_at <= $4::timestamptz as opened, ${isAddressedTo('p', VIEWER)} as addressed,
    ${isPollClosed('p', VIEWER)} as closed, ${utcText('own.submitted_at')} as responded_at,
    (select coalesce(json_object_agg(q.id, (
        select coalesce(json_agg(c.id), '[]') from poll_choices c where c.question_id = q.id)), '{}')
      from poll_questions q where q.poll_id = p.id) as choices
  ${FROM} where p.id = $5 and p.school_id = $1`;

/** The response and its answers, or nothing where the person has responded, if only a moment ago. */
export const RESPOND = `
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
