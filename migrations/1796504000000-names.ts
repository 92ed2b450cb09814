import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Apostrophes and accents that stand alone: their compatible form begins with a blank. */
const ALONE =
  '\\u0060\\u00b4\\u00a8\\u02b0-\\u02ff\\u1fbd\\u1fbf-\\u1fc1\\u1fcd-\\u1fcf\\u1fdd-\\u1fdf\\u1fed-\\u1fef\\u1ffd\\u1ffe';

/**
 * What does not count in a name once it is decomposed: accents of letters (not the vowels of Indic scripts, nor the voicing of
 * kana, which make another letter), punctuation, and what joins or parts without being seen.
 */
const PASSED_OVER =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u0711\\u0730-\\u074a' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f' +
  "!\"#%&''()*,./:;?@\\[\\\\\\]_{}\\-\\u00a1\\u00a7\\u00ab\\u00ad\\u00b6\\u00b7\\u00bb\\u00bf\\u055a-\\u055f\\u0589\\u058a" +
  '\\u05f3\\u05f4\\u060c\\u061b-\\u061f\\u0640\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u0df4\\u0e4f\\u0e5a\\u0e5b\\u10fb\\u1806' +
  '\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u206f\\u2212\\u2e00-\\u2e5d\\u3001-\\u3003\\u3008-\\u3011\\u3014-\\u301f' +
  '\\u3030\\u303d\\u30a0\\u30fb\\ua78b\\ua78c\\ufe00-\\ufe0f\\ufe10-\\ufe19\\ufe30-\\ufe6b\\ufeff';

/** Letters that Unicode does not take apart, as they are written where a keyboard has none of them. */
const SINGLE = ['łøđħŧıŋɓɗƙƴςə', 'lodhtinbdkyσe'];
/** Capitals of Georgian, which the database's Unicode may be too old to know. */
const letters = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
const GEORGIAN = [
  letters(0x1c90, 0x1cba) + letters(0x1cbd, 0x1cbf),
  letters(0x10d0, 0x10fa) + letters(0x10fd, 0x10ff),
];
const DOUBLE = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ð', 'd'],
];

/**
 * A name as it is compared with what somebody types: without case (full folding), accents, apostrophes, hyphens and other
 * punctuation. Blanks stay.
 */
const NAME_KEY = `
create function name_key(given text) returns text language sql immutable parallel safe strict as $$ select
  ${DOUBLE.reduce(
    (folded, [letter, letters]) => `replace(${folded}, '${letter}', '${letters}')`,
    `translate(lower(normalize(regexp_replace(normalize(regexp_replace(given, '[${ALONE}]', '', 'g'), nfkd),
      '[${PASSED_OVER}]', '', 'g'), nfc) collate "und-x-icu"), '${SINGLE[0]}${GEORGIAN[0]}', '${SINGLE[1]}${GEORGIAN[1]}')`,
  )} $$`;

/**
 * The digits of a phone, after a plus where they begin with the code of a country. A zero in brackets is dialled within the
 * country alone.
 */
const PHONE_KEY = `
create function phone_key(given text) returns text language sql immutable parallel safe strict as $$
  select case when bare ~ '^\\s*(\\+|00)'
      then '+' || regexp_replace(regexp_replace(bare, '[^0-9]', '', 'g'), '^00', '')
      else regexp_replace(bare, '[^0-9]', '', 'g') end
    from (select regexp_replace(normalize(given, nfkc), '\\(\\s*0\\s*\\)', '', 'g') as bare) phone $$`;

/** What the record says: what is written as such, else a name that is new, else what it said before. */
const recorded = (name: string): string => `
  case when tg_op = 'INSERT' then coalesce(new.legal_${name}, new.${name})
    when new.legal_${name} is distinct from old.legal_${name} then coalesce(new.legal_${name}, new.${name})
    when new.${name} is distinct from old.${name} then new.${name}
    else coalesce(old.legal_${name}, old.${name}) end`;

/*
 * Whoever writes a student, be it a version of before: first and last name are what they go by, so that no reader can tell
 * the name in the records by mistake. That stands apart, where it is another one.
 */
const STUDENT_NAMES = `
create function set_student_names() returns trigger language plpgsql as $$
declare
  recorded_first text := ${recorded('first_name')};
  recorded_last text := ${recorded('last_name')};
begin
  new.first_name := coalesce(nullif(new.preferred_name, ''), recorded_first);
  new.last_name := coalesce(nullif(new.preferred_last_name, ''), recorded_last);
  new.legal_first_name := case when recorded_first <> new.first_name then recorded_first end;
  new.legal_last_name := case when recorded_last <> new.last_name then recorded_last end;
  new.name_key := name_key(new.last_name || ' ' || new.first_name);
  new.legal_key := name_key(concat_ws(' ', new.legal_last_name, new.legal_first_name));
  if new.legal_key = '' then new.legal_key := null; end if;
  return new;
end $$`;

const GUARDIAN_KEYS = `
create function set_guardian_keys() returns trigger language plpgsql as $$
begin
  new.name_key := name_key(new.last_name || ' ' || new.first_name);
  new.phone_key := phone_key(new.phone);
  return new;
end $$`;

/** The columns that each trigger reads. */
const STUDENT_TRIGGER = `
create trigger set_student_names before insert or update of first_name, last_name, preferred_name, preferred_last_name,
  legal_first_name, legal_last_name, name_key on students for each row execute function set_student_names()`;
const GUARDIAN_TRIGGER = `
create trigger set_guardian_keys before insert or update of first_name, last_name, phone, name_key on guardians
  for each row execute function set_guardian_keys()`;

/** Staff are put in order by the language of the school, too. */
const STAFF_REVISION = `
create trigger note_staff_revision after update on schools referencing new table as after
  for each statement execute function note_revision_of_schools('staff')`;

/** What a person goes by, what records say, and keys for searching, which the next migration fills for who is there. */
export class Names1796504000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "students" ADD "preferred_last_name" text, ADD "legal_first_name" text, ADD "legal_last_name" text,
        ADD "name_key" text, ADD "legal_key" text`,
    );
    await queryRunner.query(`ALTER TABLE "guardians" ADD "name_key" text, ADD "phone_key" text`);
    for (const statement of [NAME_KEY, PHONE_KEY, STUDENT_NAMES, GUARDIAN_KEYS])
      await queryRunner.query(statement);
    for (const trigger of [STUDENT_TRIGGER, GUARDIAN_TRIGGER, STAFF_REVISION])
      await queryRunner.query(trigger);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop trigger note_staff_revision on schools`);
    await queryRunner.query(`drop trigger set_guardian_keys on guardians`);
    await queryRunner.query(`drop function set_guardian_keys`);
    await queryRunner.query(`drop trigger set_student_names on students`);
    await queryRunner.query(`drop function set_student_names`);
    await queryRunner.query(`drop function phone_key`);
    await queryRunner.query(`drop function name_key`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP COLUMN "phone_key", DROP COLUMN "name_key"`);
    await queryRunner.query(
      `ALTER TABLE "students" DROP COLUMN "legal_key", DROP COLUMN "name_key", DROP COLUMN "legal_last_name",
        DROP COLUMN "legal_first_name", DROP COLUMN "preferred_last_name"`,
    );
  }
}
