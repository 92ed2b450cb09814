/** $1: the membership, $2: now. Before the membership is gone. */
export const KEEP_DEPARTURE = `
  insert into member_departures
    (user_id, school_id, profile_visibility, unsubscribed_at, mail_token, revoked_organization_ids, left_at)
  select m.user_id, m.school_id, m.profile_visibility, choice.unsubscribed_at, choice.token,
    array(select held.organization_id from organization_grants held
      where held.membership_id = m.id and held.revoked_at is not null order by held.organization_id), $2
  from memberships m
  left join mail_choices choice on choice.membership_id = m.id and choice.unsubscribed_at is not null
  where m.id = $1
  on conflict (user_id, school_id) do update set profile_visibility = excluded.profile_visibility,
    unsubscribed_at = excluded.unsubscribed_at, mail_token = excluded.mail_token,
    revoked_organization_ids = excluded.revoked_organization_ids, left_at = excluded.left_at`;

/** $1: the new membership, $2: the person, $3: the school. The visibility is asked for where the membership is made. */
export const RESTORE_DEPARTED = `
  with departed as (delete from member_departures where user_id = $2 and school_id = $3 returning *
  ), choices as (
    insert into mail_choices (membership_id, school_id, token, unsubscribed_at)
    select $1::uuid, school_id, mail_token, unsubscribed_at from departed where unsubscribed_at is not null
  ), grants as (
    insert into organization_grants (school_id, organization_id, membership_id, starts_at, revoked_at)
    select departed.school_id, own.id, $1::uuid, left_at, left_at
    from departed join organizations own on own.id = any (revoked_organization_ids)
  )
  update permission_slip_responses set signed_by_membership_id = $1
  where signed_by_user_id = $2 and school_id = $3 and signed_by_membership_id is null`;
