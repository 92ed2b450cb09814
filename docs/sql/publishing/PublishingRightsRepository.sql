/* PublishingRightsRepository */

-- findReferences
select
  (select case when $3::boolean or (o.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz)))) then 'managed' else 'seen' end
    from organizations o
    where o.school_id = $1 and o.id = $5 and (o.archived_at is null or $3::boolean)) as organization,
  exists (select from categories c where c.school_id = $1 and c.id = $6) as category,
  (select case when count(*) < cardinality($7::uuid[]) then null
      when coalesce(bool_and($3::boolean or (o.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))), true) then 'managed' else 'seen' end
    from organizations o
    where o.school_id = $1 and o.id = any($7::uuid[]) and (o.archived_at is null or $3::boolean)) as audience;

-- measureItems
select count(*)::int as items, coalesce(sum(octet_length(item.body)), 0)::float8 as bytes
from notices item cross join (select $3::timestamptz as now) moment
where school_id = $1 and ($2::uuid is null or organization_id = $2)
  and true;

select count(*)::int as items, coalesce(sum(octet_length(item.description)), 0)::float8 as bytes
from documents item cross join (select $3::timestamptz as now) moment
where school_id = $1 and ($2::uuid is null or organization_id = $2)
  and true;

select count(*)::int as items, coalesce(sum(octet_length(item.description)), 0)::float8 as bytes
from events item cross join (select $3::timestamptz as now) moment
where school_id = $1 and ($2::uuid is null or organization_id = $2)
  and not (item.status = 'cancelled' and item.series_id is null);

select count(*)::int as items, coalesce(sum(octet_length(item.description)), 0)::float8 as bytes
from polls item cross join (select $3::timestamptz as now) moment
where school_id = $1 and ($2::uuid is null or organization_id = $2)
  and coalesce(item.deleted_at > moment.now::timestamptz - interval '30 days', true);

select count(*)::int as items, coalesce(sum(octet_length(item.description)), 0)::float8 as bytes
from signups item cross join (select $3::timestamptz as now) moment
where school_id = $1 and ($2::uuid is null or organization_id = $2)
  and coalesce(item.deleted_at > moment.now::timestamptz - interval '30 days', true);

select count(*)::int as items, coalesce(sum(octet_length(item.summary)), 0)::float8 as bytes
from permission_slips item cross join (select $3::timestamptz as now) moment
where school_id = $1 and ($2::uuid is null or organization_id = $2)
  and coalesce(item.deleted_at > moment.now::timestamptz - interval '30 days', true);
