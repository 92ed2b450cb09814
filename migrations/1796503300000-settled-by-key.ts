import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: whether the person `user` has hidden an address, or another guardian of a student of theirs whose address is hidden. */
const hides = (user: string): string => `(
  exists (select from users chooser where chooser.id = ${user} and chooser.hides_address)
  or exists (
    select from memberships own
    join guardians kin on kin.school_id = own.school_id and kin.membership_id = own.id
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id and not sibling.address_visible
    join guardians other on other.school_id = sibling.school_id and other.student_id = sibling.id
    join memberships theirs on theirs.school_id = other.school_id and theirs.id = other.membership_id
    join users chooser on chooser.id = theirs.user_id and chooser.hides_address
    where own.user_id = ${user}))`;

/** Who is linked to a student brings what they have chosen: it takes the place of the default, whichever way it says. */
const SETTLE_ADDRESSES = `
create or replace function settle_addresses_of_new_links() returns trigger language plpgsql as $$
declare
  linked uuid[];
begin
  if tg_op = 'INSERT' then
    linked := array(select id from after where membership_id is not null);
  elsif tg_table_name = 'guardians' then
    linked := array(
      select after.id from after join before using (id)
      where after.membership_id is not null and after.membership_id is distinct from before.membership_id);
  else
    linked := array(
      select g.id from after join before using (id)
      join guardians g on g.school_id = after.school_id and g.membership_id = after.id
      where after.deactivated_at is null and before.deactivated_at is not null);
  end if;
  if cardinality(linked) = 0 then return null; end if;
  if not exists (
    select from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
    where g.id = any (linked) and s.hidden_by_default) then return null; end if;
  with new_links as materialized (
    select g.school_id, g.student_id, m.user_id
    from guardians g join memberships m on m.school_id = g.school_id and m.id = g.membership_id
    where g.id = any (linked)
  ), settled as (
    update students set hidden_by_default = not family.hides, updated_at = now()
    from (
      select s.school_id, s.id,
        exists (select from new_links l where l.student_id = s.id and ${hides('l.user_id')}) as hides,
        exists (select from new_links l join users u on u.id = l.user_id where l.student_id = s.id and u.address_chosen) as chosen
      from (select distinct school_id, student_id from new_links) pupil
      join students s on s.school_id = pupil.school_id and s.id = pupil.student_id
      where s.hidden_by_default
      order by s.id for no key update of s) family
    where students.school_id = family.school_id and students.id = family.id and (family.hides or family.chosen)
    returning students.id, students.school_id, students.address_visible
  )
  insert into visibility_changes (school_id, student_id, visible, changed_at)
  select school_id, id, true, now() from settled where address_visible;
  return null;
end $$`;

/** The same as before, by the keys of the students concerned and of no others; where none is hidden by default, by nothing. */
export class SettledByKey1796503300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(SETTLE_ADDRESSES);
  }

  /** It does what the one before it did. */
  async down(): Promise<void> {
    // Nothing to take back.
  }
}
