import { utcText } from '../../platform/database/utc-text.js';
import { VIEWER } from '../../policy/audience.js';
import { isPollClosed, personOf } from '../../policy/poll-visibility.js';

/** SQL for what every answer says of a poll, of a row `p` of `polls` and the caller's response `own`. */
export const POLL_COLUMNS = `
  p.id, p.school_id, p.title, p.description, p.organization_id,
  ${utcText('p.opens_at')} as opens_at, ${utcText('p.closes_at')} as closes_at,
  p.results_visibility, p.anonymous,
  (select count(*)::int from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as question_count,
  ${isPollClosed('p', VIEWER)} as closed, own.id is not null as already_responded,
  case when not p.anonymous then ${utcText('own.submitted_at')} end as responded_at`;

/** To be joined to a row `p`. */
export const WITH_OWN_RESPONSE = `
  left join poll_responses own on own.school_id = p.school_id and own.poll_id = p.id
    and own.user_id = ${personOf(VIEWER)}`;

/** To be joined to a row `p`. */
export const WITH_TALLY = `
  left join poll_tallies tally on tally.school_id = p.school_id and tally.poll_id = p.id`;

/** SQL for the number of respondents that the results of a row `p` are of. */
export const RESPONDENTS = `
  case when p.anonymous then coalesce(tally.counted, 0) else (select count(*)::int from poll_responses r
    where r.school_id = p.school_id and r.poll_id = p.id) end`;

/** SQL for how often a row `c` of `poll_choices` was chosen. */
export const TIMES_CHOSEN = `
  case when p.anonymous then c.times else (select count(*)::int from poll_answers a
    where a.school_id = c.school_id and a.choice_id = c.id) end`;

/** SQL for the share of the respondents who chose it. */
export const percentOf = (times: string, respondents: string): string =>
  `round(100.0 * ${times} / greatest(${respondents}, 1), 1)`;
