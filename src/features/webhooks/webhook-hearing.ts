/**
 * SQL: a row `webhook` hears what has happened in the school. One of an application does from the first sign-in of a member with it
 * until nobody has a living session of it (contract section 26, rule 4).
 * @param school SQL of its id
 * @param now SQL of the moment
 * @param at SQL of when it happened
 */
export const hearsOf = (school: string, now: string, at: string): string => `(webhook.school_id = ${school}
  or webhook.application_id is not null and exists (
    select from user_sessions session
    join memberships member on member.user_id = session.user_id and member.school_id = ${school}
      and member.deactivated_at is null
    where session.application_id = webhook.application_id and session.revoked_at is null
      and session.expires_at > ${now} and session.created_at <= ${at} and not session.second_step_pending
      and (session.only_schools is null or ${school} = any (session.only_schools))))`;
