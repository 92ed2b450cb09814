import { VIEWER } from '../../access/viewer.js';
import { isPollClosed } from './poll-visibility.js';

/** Of an anonymous poll: with fewer a result may tell who chose what. */
const FEWEST_RESPONDENTS = 3;

/** Whether the mode allows it now, to the caller `own` is the response of; nobody is above it, admins included. */
const ALLOWED = `
  case p.results_visibility
    when 'always' then p.opens_at <= ${VIEWER.now}::timestamptz
    when 'after_response' then own.id is not null or ${isPollClosed('p', VIEWER)}
    when 'after_close' then ${isPollClosed('p', VIEWER)}
    else false end`;

const CHOICES = `
  select json_agg(json_build_object('choice_id', c.id, 'count', chosen.times,
    'percent', round(100.0 * chosen.times / greatest(everyone.n, 1), 1)) order by c.position)
  from poll_choices c
  cross join lateral (select count(*)::int as times from poll_answers a where a.choice_id = c.id) chosen
  where c.question_id = q.id`;

const QUESTIONS = `
  select json_agg(json_build_object('question_id', q.id, 'choices', coalesce((${CHOICES}), '[]')) order by q.position)
  from poll_questions q where q.poll_id = p.id`;

/** SQL for a row `p` of `polls` and the caller's response `own`: numbers alone, or null while nobody may see them. */
export const POLL_RESULTS = `
  select json_build_object('respondent_count', everyone.n, 'questions', coalesce((${QUESTIONS}), '[]'))
  from (select count(*)::int as n from poll_responses r where r.poll_id = p.id) everyone
  where ${ALLOWED} and (not p.anonymous or everyone.n >= ${FEWEST_RESPONDENTS})`;
