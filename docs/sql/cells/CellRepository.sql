/* CellRepository */

-- find
with person as (select a.user_id as id from user_addresses a where a.email = $1)
select exists (select from person) as account,
  exists (select from person p join memberships m on m.user_id = p.id where exists (select from schools here where here.id = m.school_id and here.moved_at is null)) as member;

-- hasRefreshToken
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "refresh_tokens" "RefreshToken"
WHERE (("RefreshToken"."token_hash" = $1)))
LIMIT 1;

-- hasSession
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "user_sessions" "UserSession"
WHERE (("UserSession"."id" = $1)))
LIMIT 1;

-- schoolIds
select s.id from schools s where s.moved_at is null order by s.id;
