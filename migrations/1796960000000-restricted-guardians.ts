import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: the membership of whoever reads by the guardian record `guardian`. */
const accountOf = (guardian: string): string =>
  `coalesce(${guardian}.membership_id, ${guardian}.shared_membership_id)`;

const nameOf = (guardian: string): string =>
  `lower((${guardian}.first_name || ' ' || ${guardian}.last_name) collate "und-x-icu")`;

/** SQL: whether the account of `guardian` is the one of `restricted`, or has proven its address. */
const isAccountOf = (restricted: string, guardian: string): string => `(
  ${accountOf(guardian)} = ${accountOf(restricted)}
  or exists (select from memberships m join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
    where m.school_id = ${guardian}.school_id and m.id = ${accountOf(guardian)} and held.email = ${restricted}.email))`;

/*
 * A later record of a restricted person for the same student is restricted, too, whatever writes it: one with their name or their
 * id in another source, or a link of their account made by hand. A record of somebody else who shares the account stays, and is
 * linked to nobody: an account never has a way to a student from whom its owner is kept apart.
 */
const RESTRICT_RECORDS = `
create function restrict_records_of_guardians() returns trigger language plpgsql as $$
declare
  kept record;
begin
  if new.restricted_at is not null then return new; end if;
  select r.* into kept from guardians r
  where r.school_id = new.school_id and r.student_id = new.student_id and r.id <> new.id and r.restricted_at is not null
    and (${nameOf('r')} = ${nameOf('new')} or r.source_id = new.source_id
      or new.source_id is null and ${isAccountOf('r', 'new')})
  limit 1;
  if found then
    new.restricted_at := kept.restricted_at;
    new.restricted_until := kept.restricted_until;
    new.restriction_reason := kept.restriction_reason;
  elsif ${accountOf('new')} is not null and exists (select from guardians r
      where r.school_id = new.school_id and r.student_id = new.student_id and r.id <> new.id and r.restricted_at is not null
        and ${isAccountOf('r', 'new')}) then
    new.membership_id := null;
    new.shared_membership_id := null;
  end if;
  return new;
end $$`;

/** The other records of the student are judged again once a record is restricted, or its address or account is another one. */
const PART_ACCOUNTS = `
create function part_accounts_of_restricted_guardians() returns trigger language plpgsql as $$
begin
  update guardians g set membership_id = null, shared_membership_id = null
  where g.school_id = new.school_id and g.student_id = new.student_id and g.restricted_at is null
    and ${accountOf('g')} is not null and ${isAccountOf('new', 'g')};
  return null;
end $$`;

/** A student's address is hidden by default until one of their own guardians has chosen. @param links SQL of the records that count */
const hideAddresses = (links: string): string => `
create or replace function hide_students_by_default() returns trigger language plpgsql as $$
declare
  is_private boolean;
begin
  if not new.address_visible and not new.hidden_by_default then return new; end if;
  select default_address = 'hidden' into is_private from schools where id = new.school_id for key share;
  new.hidden_by_default := coalesce(is_private, false) and not exists (
    select from ${links} g join memberships m on m.school_id = g.school_id and m.id = g.membership_id
    join users u on u.id = m.user_id
    where g.school_id = new.school_id and g.student_id = new.id and u.address_chosen and not u.hides_address);
  new.address_visible := not new.hidden_by_default;
  return new;
end $$`;

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
const settleAddresses = (links: string): string => `
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
    select from ${links} g join students s on s.school_id = g.school_id and s.id = g.student_id
    where g.id = any (linked) and s.hidden_by_default) then return null; end if;
  with new_links as materialized (
    select g.school_id, g.student_id, m.user_id
    from ${links} g join memberships m on m.school_id = g.school_id and m.id = g.membership_id
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

/** Guardians whom a court keeps apart from a student, and the view of those who are not. */
export class RestrictedGuardians1796960000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "guardians" ADD "restricted_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "guardians" ADD "restricted_until" date`);
    await queryRunner.query(`ALTER TABLE "guardians" ADD "restriction_reason" text`);
    await queryRunner.query(
      `CREATE VIEW "family_guardians" AS SELECT * FROM "guardians" WHERE restricted_at is null`,
    );
    // What a restricted guardian has chosen shows nobody's address.
    await queryRunner.query(hideAddresses('family_guardians'));
    await queryRunner.query(settleAddresses('family_guardians'));
    await queryRunner.query(RESTRICT_RECORDS);
    await queryRunner.query(PART_ACCOUNTS);
    await queryRunner.query(
      `create trigger restrict_records before insert or update of membership_id, shared_membership_id, email, first_name, last_name, source, source_id
       on guardians for each row execute function restrict_records_of_guardians()`,
    );
    await queryRunner.query(
      `create trigger part_accounts after insert or update of restricted_at, membership_id, shared_membership_id, email
       on guardians for each row when (new.restricted_at is not null) execute function part_accounts_of_restricted_guardians()`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER part_accounts ON guardians`);
    await queryRunner.query(`DROP TRIGGER restrict_records ON guardians`);
    await queryRunner.query(`DROP FUNCTION part_accounts_of_restricted_guardians()`);
    await queryRunner.query(`DROP FUNCTION restrict_records_of_guardians()`);
    await queryRunner.query(hideAddresses('guardians'));
    await queryRunner.query(settleAddresses('guardians'));
    await queryRunner.query(`DROP VIEW "family_guardians"`);
    await queryRunner.query(
      `ALTER TABLE "guardians" DROP COLUMN "restriction_reason", DROP COLUMN "restricted_until", DROP COLUMN "restricted_at"`,
    );
  }
}
