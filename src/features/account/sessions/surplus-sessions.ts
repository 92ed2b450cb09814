/** Sessions of one person, those included that have ended and are still shown to them. */
const MAX_SESSIONS = 200;

/**
 * $1: the person, $2: now (UTC). What goes with a new session: of those that are too many the ones that have ended, and then
 * those that were used longest ago. One that somebody else holds stays for the next time.
 */
export const REMOVE_SURPLUS_SESSIONS = `
  delete from user_sessions where id = any (array(
    select id from user_sessions where user_id = $1
    order by revoked_at is null and expires_at > $2 desc, coalesce(last_used_at, created_at) desc, id
    offset ${MAX_SESSIONS} for update skip locked))`;
