/* OrganizationGrantsRepository */

-- findRevoked
select organization_id as id from organization_grants
where school_id = $1 and membership_id = $2 and revoked_at is not null order by organization_id;

-- writeGrants
insert into organization_grants (school_id, organization_id, membership_id, starts_at, expires_at, revoked_at)
select $2, organization_id, membership_id, coalesce(starts_at, $3), expires_at,
  case when revoked then $3::timestamptz end
from jsonb_to_recordset($1::jsonb) as g(organization_id uuid, membership_id uuid,
  starts_at timestamptz, expires_at timestamptz, expiry_given boolean, revoked boolean, at_once boolean)
on conflict do nothing
returning id;

with wanted as (
  select held.id,
    case when g.at_once then least(held.starts_at, $3) else coalesce(g.starts_at, held.starts_at) end as starts_at,
    case when g.expiry_given then g.expires_at else held.expires_at end as expires_at,
    case when g.revoked is null then held.revoked_at when g.revoked then coalesce(held.revoked_at, $3) end as revoked_at
  from jsonb_to_recordset($1::jsonb) as g(organization_id uuid, membership_id uuid,
  starts_at timestamptz, expires_at timestamptz, expiry_given boolean, revoked boolean, at_once boolean)
  join organization_grants held
    on held.school_id = $2 and held.organization_id = g.organization_id and held.membership_id = g.membership_id
)
update organization_grants held
set starts_at = w.starts_at, expires_at = w.expires_at, revoked_at = w.revoked_at
from wanted w
where held.school_id = $2 and held.id = w.id
  and (held.starts_at, held.expires_at, held.revoked_at) is distinct from (w.starts_at, w.expires_at, w.revoked_at)
returning held.id;
