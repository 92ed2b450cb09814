/* CellRepository */

-- find
with person as (select a.user_id as id from user_addresses a where a.email = $1)
select exists (select from person) as account,
  exists (select from person p join memberships m on m.user_id = p.id where exists (select from schools here where here.id = m.school_id and here.moved_at is null)) as member;

with person as (select s.user_id as id from refresh_tokens t join user_sessions s on s.id = t.session_id where t.token_hash = $1)
select exists (select from person) as account,
  exists (select from person p join memberships m on m.user_id = p.id where exists (select from schools here where here.id = m.school_id and here.moved_at is null)) as member;

with person as (select s.user_id as id from user_sessions s where s.id = $1)
select exists (select from person) as account,
  exists (select from person p join memberships m on m.user_id = p.id where exists (select from schools here where here.id = m.school_id and here.moved_at is null)) as member;

-- schoolIds
select s.id from schools s where s.moved_at is null order by s.id;
