import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: what the person behind the new row has chosen themselves; null where they never have. By the account, or for a second record by email and name. */
const CHOSEN = {
  memberships: `select u.profile_visibility into chosen from users u where u.id = new.user_id and u.visibility_chosen;`,
  guardians: `
    if new.membership_id is not null then
      select u.profile_visibility into chosen from memberships m join users u on u.id = m.user_id
      where m.school_id = new.school_id and m.id = new.membership_id and u.visibility_chosen;
    else
      select u.profile_visibility into chosen from users u
      join memberships m on m.school_id = new.school_id and m.user_id = u.id
      where u.email = new.email and u.email_verified_at is not null and u.visibility_chosen
        and lower(new.first_name || ' ' || new.last_name) = lower(
          (coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu");
    end if;`,
};

/*
 * Whatever writes a contact passes here: what is shown, or hidden by the default alone, is what the default says, unless
 * the person has chosen. The school's row is locked as its foreign key locks it: who changes the default waits for whoever
 * writes, and the other way round.
 */
const hideContacts = (table: keyof typeof CHOSEN): string => `
create function hide_${table}_by_default() returns trigger language plpgsql as $$
declare
  is_private boolean;
  chosen text;
begin
  if new.profile_visibility <> 'full' and not new.hidden_by_default then return new; end if;
  select default_visibility = 'name_only' into is_private from schools where id = new.school_id for key share;
  if is_private or new.hidden_by_default then
    ${CHOSEN[table]}
  end if;
  new.hidden_by_default := coalesce(is_private, false) and chosen is null;
  new.profile_visibility := case when new.hidden_by_default then 'name_only' else coalesce(chosen, 'full') end;
  return new;
end $$`;

/** The same for an address: whoever of the student's guardians has shown it decides against the default. */
const HIDE_ADDRESSES = `
create function hide_students_by_default() returns trigger language plpgsql as $$
declare
  is_private boolean;
begin
  if not new.address_visible and not new.hidden_by_default then return new; end if;
  select default_address = 'hidden' into is_private from schools where id = new.school_id for key share;
  new.hidden_by_default := coalesce(is_private, false) and not exists (
    select from guardians g join memberships m on m.school_id = g.school_id and m.id = g.membership_id
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
const SETTLE_ADDRESSES = `
create function settle_addresses_of_new_links() returns trigger language plpgsql as $$
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

const CONTACTS = ['guardians', 'memberships'] as const;

/** Of what each row of a table is made: the columns whose change may ask for the default again. */
const BY_DEFAULT = {
  guardians: 'profile_visibility, hidden_by_default, membership_id',
  memberships: 'profile_visibility, hidden_by_default',
  students: 'address_visible, hidden_by_default',
};

const LINKS = {
  guardians: { insert: 'new table as after', update: 'old table as before new table as after' },
  memberships: { update: 'old table as before new table as after' },
};

/** Whom somebody has shown again after they were hidden: they have chosen. The one other way to full is never to have chosen. */
const SHOWN_AGAIN = {
  visibility_chosen: `select distinct m.user_id from visibility_changes v
    join guardians g on g.school_id = v.school_id and g.id = v.guardian_id
    join memberships m on m.school_id = g.school_id and m.id = g.membership_id
    where v.visible and m.profile_visibility = 'full'`,
  address_chosen: `select distinct m.user_id from visibility_changes v
    join guardians g on g.school_id = v.school_id and g.student_id = v.student_id
    join memberships m on m.school_id = g.school_id and m.id = g.membership_id
    join students s on s.school_id = v.school_id and s.id = v.student_id
    where v.visible and s.address_visible`,
};

/** Who has hidden something is told by what is hidden already. */
export class PrivateByDefault1796503000000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.addColumns(queryRunner);
    await queryRunner.query(HIDE_ADDRESSES.replace('create', 'create or replace'));
    await queryRunner.query(SETTLE_ADDRESSES.replace('create', 'create or replace'));
    for (const table of CONTACTS)
      await queryRunner.query(hideContacts(table).replace('create', 'create or replace'));
    for (const [table, columns] of Object.entries(BY_DEFAULT))
      await queryRunner.query(
        `create or replace trigger hide_by_default before insert or update of ${columns} on ${table}
         for each row execute function hide_${table}_by_default()`,
      );
    for (const [table, changes] of Object.entries(LINKS))
      for (const [change, rows] of Object.entries(changes))
        await queryRunner.query(
          `create or replace trigger hide_settled_${change} after ${change} on ${table} referencing ${rows}
           for each statement execute function settle_addresses_of_new_links()`,
        );
    // They are found first: whose row is written waits for nobody.
    for (const [column, found] of Object.entries(SHOWN_AGAIN))
      await queryRunner.query(`UPDATE "users" SET "${column}" = true WHERE "id" = any (array(${found}))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, changes] of Object.entries(LINKS))
      for (const change of Object.keys(changes))
        await queryRunner.query(`drop trigger if exists hide_settled_${change} on ${table}`);
    for (const table of Object.keys(BY_DEFAULT)) {
      await queryRunner.query(`drop trigger if exists hide_by_default on ${table}`);
      await queryRunner.query(`drop function if exists hide_${table}_by_default`);
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN IF EXISTS "hidden_by_default"`);
    }
    await queryRunner.query(`drop function if exists settle_addresses_of_new_links`);
    await queryRunner.query(
      `ALTER TABLE "users" DROP COLUMN IF EXISTS "visibility_chosen", DROP COLUMN IF EXISTS "address_chosen"`,
    );
    await queryRunner.query(
      `ALTER TABLE "schools" DROP COLUMN IF EXISTS "default_visibility", DROP COLUMN IF EXISTS "default_address"`,
    );
  }

  private async addColumns(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "schools" ADD COLUMN IF NOT EXISTS "default_visibility" text NOT NULL DEFAULT 'full',
         ADD COLUMN IF NOT EXISTS "default_address" text NOT NULL DEFAULT 'shown'`,
    );
    await queryRunner.query(
      `ALTER TABLE "schools" DROP CONSTRAINT IF EXISTS "schools_default_visibility_check",
         DROP CONSTRAINT IF EXISTS "schools_default_address_check",
         ADD CONSTRAINT "schools_default_visibility_check" CHECK (default_visibility in ('full', 'name_only')) NOT VALID,
         ADD CONSTRAINT "schools_default_address_check" CHECK (default_address in ('shown', 'hidden')) NOT VALID`,
    );
    await queryRunner.query(`ALTER TABLE "schools" VALIDATE CONSTRAINT "schools_default_visibility_check"`);
    await queryRunner.query(`ALTER TABLE "schools" VALIDATE CONSTRAINT "schools_default_address_check"`);
    await queryRunner.query(
      `ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "visibility_chosen" boolean NOT NULL DEFAULT false,
         ADD COLUMN IF NOT EXISTS "address_chosen" boolean NOT NULL DEFAULT false`,
    );
    for (const table of Object.keys(BY_DEFAULT))
      await queryRunner.query(
        `ALTER TABLE "${table}" ADD COLUMN IF NOT EXISTS "hidden_by_default" boolean NOT NULL DEFAULT false`,
      );
  }
}
