/* CellRepository */

-- findPerson
with person as (select a.user_id from user_addresses a where a.email = $1)
select exists (select from person) as account,
  exists (select from person p join memberships m on m.user_id = p.user_id
    where exists (select from schools here where here.id = m.school_id and here.moved_at is null)) as member;

-- schoolIds
select s.id from schools s where s.moved_at is null order by s.id;
