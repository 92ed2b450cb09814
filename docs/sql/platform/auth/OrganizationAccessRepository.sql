/* OrganizationAccessRepository */

-- findRights
select $3::boolean or (o.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz)))) as can_edit
from organizations o where o.school_id = $1 and o.id = $5 and (o.archived_at is null or $3::boolean);

-- lockGrant
select 1 from organization_grants held
where held.school_id = $1 and held.membership_id = $2 and held.organization_id = $3
  and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz)) for share;

-- lockOrganization
select 1 from organizations o
where o.school_id = $1 and o.id = $2 and (o.archived_at is null or $3::boolean) for no key update;

-- mayUpload
select 1 from memberships m where m.id = $2 and m.school_id = $1 and m.deactivated_at is null
  and (m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $3::timestamptz
  and (held.expires_at is null or held.expires_at > $3::timestamptz))))));
