import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: whether the person `user` has hidden an address, or another guardian of a student of theirs whose address is hidden. */
const hides = (user: string): string => `(
  exists (select from users chooser where chooser.id = ${user} and chooser.hides_address)
  or exists (
    select from memberships own
    join guardians kin on kin.membership_id = own.id
    join students sibling on sibling.id = kin.student_id and not sibling.address_visible
    join guardians other on other.student_id = sibling.id
    join memberships theirs on theirs.id = other.membership_id
    join users chooser on chooser.id = theirs.user_id and chooser.hides_address
    where own.user_id = ${user}))`;

/*
 * Whatever links a person to a student passes here. A link is new when a record is given a membership, and when a
 * membership counts again that was deactivated. The rows are locked in one order, as a family that hides does.
 */
const HIDE_ADDRESSES = `
create function hide_addresses_of_new_links() returns trigger language plpgsql as $$
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
      select g.id from after join before using (id) join guardians g on g.membership_id = after.id
      where after.deactivated_at is null and before.deactivated_at is not null);
  end if;
  if cardinality(linked) = 0 then return null; end if;
  with hidden as (
    update students set address_visible = false, updated_at = now()
    where id in (
      select s.id from guardians g join memberships m on m.id = g.membership_id join students s on s.id = g.student_id
      where g.id = any (linked) and s.address_visible and ${hides('m.user_id')}
      order by s.id for no key update of s)
    returning id, school_id
  )
  insert into visibility_changes (school_id, student_id, visible, changed_at)
  select school_id, id, false, now() from hidden;
  return null;
end $$`;

const TRIGGERS = {
  guardians: { insert: 'new table as after', update: 'old table as before new table as after' },
  memberships: { update: 'old table as before new table as after' },
};

/** Until now the students alone knew it: whoever has one that is hidden counts as having chosen so. */
const REMEMBER_CHOICES = `
update users u set hides_address = true
where exists (
  select from memberships m join guardians g on g.membership_id = m.id
  join students s on s.id = g.student_id and not s.address_visible
  where m.user_id = u.id)`;

/**
 * A younger sibling was shown who was linked after the family had hidden the address. Hidden now is whoever nobody has shown
 * since, beside a sibling whom somebody has hidden.
 */
const HIDE_YOUNGER_SIBLINGS = `
with hidden as (
  update students s set address_visible = false, updated_at = now()
  where s.address_visible
    and not exists (select from visibility_changes v where v.student_id = s.id and v.visible)
    and exists (
      select from guardians g join memberships m on m.id = g.membership_id and m.deactivated_at is null
      join memberships own on own.user_id = m.user_id join guardians kin on kin.membership_id = own.id
      join students sibling on sibling.id = kin.student_id and not sibling.address_visible
      join visibility_changes v on v.student_id = sibling.id and not v.visible
      where g.student_id = s.id)
  returning s.id, s.school_id
)
insert into visibility_changes (school_id, student_id, visible, changed_at)
select school_id, id, false, now() from hidden`;

export class HiddenAddresses1796300100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "users" ADD "hides_address" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(REMEMBER_CHOICES);
    await queryRunner.query(HIDE_YOUNGER_SIBLINGS);
    await queryRunner.query(HIDE_ADDRESSES);
    for (const [table, changes] of Object.entries(TRIGGERS))
      for (const [change, rows] of Object.entries(changes))
        await queryRunner.query(
          `create trigger hide_addresses_${change} after ${change} on ${table} referencing ${rows}
           for each statement execute function hide_addresses_of_new_links()`,
        );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, changes] of Object.entries(TRIGGERS))
      for (const change of Object.keys(changes))
        await queryRunner.query(`drop trigger hide_addresses_${change} on ${table}`);
    await queryRunner.query(`drop function hide_addresses_of_new_links`);
    await queryRunner.query(`ALTER TABLE "users" DROP COLUMN "hides_address"`);
  }
}
