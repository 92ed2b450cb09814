import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever appends to the trail needs no more than the right to do so: what has to be changed besides is changed by functions of
 * whoever owns it. A name in them means what it means to PostgreSQL alone, whatever the caller has made. A school has its chain
 * from the moment that it is there.
 */
export class AppendOnlyTrail1796731000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(HASH);
    await queryRunner.query(CHAIN(DEFINER, 'public.'));
    await queryRunner.query(REMOVED(DEFINER, 'public.'));
    await queryRunner.query(EXPIRE);
    await queryRunner.query(`REVOKE ALL ON FUNCTION "audit_expire"(timestamptz, integer) FROM PUBLIC`);
    await queryRunner.query(BEGIN);
    await queryRunner.query(
      `CREATE TRIGGER "audit_schools_begin" AFTER INSERT ON "schools" FOR EACH ROW EXECUTE FUNCTION "audit_begin"()`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER "audit_schools_begin" ON "schools"`);
    await queryRunner.query(`DROP FUNCTION "audit_begin"(), "audit_expire"(timestamptz, integer)`);
    await queryRunner.query(CHAIN('', ''));
    await queryRunner.query(REMOVED('', ''));
    await queryRunner.query(HASH_BEFORE);
  }
}

const DEFINER = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** The same as before, in whichever schema the caller looks for functions first. */
const HASH = `
  CREATE OR REPLACE FUNCTION "audit_hash"("before" bytea, "e" "audit_entries") RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT pg_catalog.sha256(before OPERATOR(pg_catalog.||) pg_catalog.convert_to(pg_catalog.jsonb_build_array(
      e.school_id, e.position, e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.membership_id, e.operator,
      e.reason, e.operation, e.item_type, e.item_id, e.source)::pg_catalog.text, 'UTF8'))
  $$`;

const HASH_BEFORE = `
  CREATE OR REPLACE FUNCTION "audit_hash"("before" bytea, "e" "audit_entries") RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(before || convert_to(jsonb_build_array(e.school_id, e.position, e.id, extract(epoch from e.at),
      e.actor_kind, e.actor_id, e.membership_id, e.operator, e.reason, e.operation, e.item_type, e.item_id,
      e.source)::text, 'UTF8'))
  $$`;

/** An entry that comes with its hash is one of a backup, and stays as it is; who may only append can say none. */
const CHAIN = (rights: string, schema: string): string => `
  CREATE OR REPLACE FUNCTION "audit_chain"() RETURNS trigger LANGUAGE plpgsql ${rights === '' ? 'SECURITY INVOKER' : rights} AS $$
  DECLARE head ${schema}audit_heads;
  BEGIN
    IF NEW.hash IS NOT NULL THEN RETURN NEW; END IF;
    INSERT INTO ${schema}audit_heads (school_id, position, at, hash) VALUES (NEW.school_id, 1, NEW.at, '\\x')
      ON CONFLICT (school_id) DO UPDATE SET position = audit_heads.position + 1,
        at = greatest(NEW.at, audit_heads.at + interval '1 microsecond')
      RETURNING * INTO head;
    NEW.position := head.position;
    NEW.at := head.at;
    NEW.hash := ${schema}audit_hash(head.hash, NEW);
    UPDATE ${schema}audit_heads SET hash = NEW.hash WHERE school_id = NEW.school_id;
    RETURN NEW;
  END $$`;

const REMOVED = (rights: string, schema: string): string => `
  CREATE OR REPLACE FUNCTION "audit_removed"() RETURNS trigger LANGUAGE plpgsql ${rights === '' ? 'SECURITY INVOKER' : rights} AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM removed r JOIN ${schema}audit_heads h USING (school_id) GROUP BY r.school_id, h.removed_position
      HAVING min(r.position) <> h.removed_position + 1 OR max(r.position) <> h.removed_position + count(*)
    ) THEN
      RAISE EXCEPTION 'entries of the audit trail go from the beginning alone';
    END IF;
    UPDATE ${schema}audit_heads h SET removed_position = r.position, removed_at = r.at, removed_hash = r.hash
    FROM (SELECT DISTINCT ON (school_id) school_id, position, at, hash FROM removed ORDER BY school_id, position DESC) r
    WHERE h.school_id = r.school_id;
    RETURN NULL;
  END $$`;

/** What has outlived three years by the clock of the database, whatever moment is given. */
const EXPIRE = `
  CREATE FUNCTION "audit_expire"("until" timestamptz, "most" integer) RETURNS integer LANGUAGE plpgsql ${DEFINER} AS $$
  DECLARE gone integer;
  BEGIN
    DELETE FROM public.audit_entries WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM public.audit_entries e
      WHERE e.at <= least("until", pg_catalog.now() - interval '1096 days') ORDER BY e.at LIMIT "most" FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
  END $$`;

const BEGIN = `
  CREATE FUNCTION "audit_begin"() RETURNS trigger LANGUAGE plpgsql ${DEFINER} AS $$
  BEGIN
    INSERT INTO public.audit_heads (school_id, position, at, hash) VALUES (NEW.id, 0, 'epoch', '\\x')
      ON CONFLICT (school_id) DO NOTHING;
    RETURN NULL;
  END $$`;
