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

/** Guardians whom a court keeps apart from a student, and the view of those who are not. */
export class RestrictedGuardians1796960000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "guardians" ADD "restricted_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "guardians" ADD "restricted_until" date`);
    await queryRunner.query(`ALTER TABLE "guardians" ADD "restriction_reason" text`);
    await queryRunner.query(
      `CREATE VIEW "family_guardians" AS SELECT * FROM "guardians" WHERE restricted_at is null`,
    );
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
    await queryRunner.query(`DROP VIEW "family_guardians"`);
    await queryRunner.query(
      `ALTER TABLE "guardians" DROP COLUMN "restriction_reason", DROP COLUMN "restricted_until", DROP COLUMN "restricted_at"`,
    );
  }
}
