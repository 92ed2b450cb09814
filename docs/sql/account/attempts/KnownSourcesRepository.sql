/* KnownSourcesRepository */

-- isKnown
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "known_sources" "KnownSource"
WHERE (("KnownSource"."user_id" = $1) AND ("KnownSource"."source" = $2) AND ("KnownSource"."used_at" > $3)))
LIMIT 1;

-- remember
insert into known_sources (user_id, source, used_at, first_seen_at, signed_in_at)
select u.id, $2, $3::timestamptz, $3::timestamptz, null from users u
where u.id = $1 and not exists (select from known_sources known
  where known.user_id = u.id and known.source = $2 and known.used_at > $4 ) for key share of u
on conflict (user_id, source) do update set used_at = excluded.used_at;

-- rememberSignIn
with remembered as (
insert into known_sources (user_id, source, used_at, first_seen_at, signed_in_at)
select u.id, $2, $3::timestamptz, $3::timestamptz, $3::timestamptz from users u
where u.id = $1 and not exists (select from known_sources known
  where known.user_id = u.id and known.source = $2 and known.used_at > $4 and known.signed_in_at > $3::timestamptz - interval '1 hour') for key share of u
on conflict (user_id, source) do update set used_at = excluded.used_at , signed_in_at = excluded.signed_in_at returning xmax = 0 as is_new)
select is_new and exists (select from known_sources elsewhere where elsewhere.user_id = $1) as "isNewDevice"
from remembered;
