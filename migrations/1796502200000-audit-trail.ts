import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail: entries in chains, one for each school and one for the installation. The chain is made here, whoever
 * writes: the head of the school is locked for as long as the transaction takes to commit.
 */
export class AuditTrail1796502200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(HASH);
    await queryRunner.query(CHAIN);
    await queryRunner.query(REFUSE);
    await queryRunner.query(REMOVED);
    await queryRunner.query(TRIGGERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "audit_entries", "audit_heads" CASCADE`);
    await queryRunner.query(`DROP FUNCTION "audit_chain"(), "audit_refuse"(), "audit_removed"()`);
  }
}

const TABLES = `
  CREATE TABLE "audit_entries" ("school_id" uuid NOT NULL, "position" bigint NOT NULL,
    "id" uuid NOT NULL DEFAULT gen_random_uuid(), "at" TIMESTAMP WITH TIME ZONE NOT NULL, "actor_kind" text NOT NULL,
    "actor_id" uuid, "membership_id" uuid, "operator" text, "reason" text, "operation" text NOT NULL,
    "item_type" text, "item_id" text, "source" text NOT NULL, "hash" bytea NOT NULL,
    CONSTRAINT "audit_entries_actor_check" CHECK (actor_kind in ('person', 'application', 'operator')),
    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("school_id", "position"));
  CREATE INDEX "audit_entries_item_idx" ON "audit_entries" ("school_id", "item_id") WHERE item_id is not null;
  CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" ("actor_id", "at") WHERE actor_id is not null;
  CREATE INDEX "audit_entries_at_idx" ON "audit_entries" ("at");
  CREATE TABLE "audit_heads" ("school_id" uuid NOT NULL, "position" bigint NOT NULL,
    "at" TIMESTAMP WITH TIME ZONE NOT NULL, "hash" bytea NOT NULL, "removed_position" bigint NOT NULL DEFAULT '0',
    "removed_at" TIMESTAMP WITH TIME ZONE, "removed_hash" bytea NOT NULL DEFAULT '\\x',
    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("school_id"))`;

/** SHA-256 of the hash before and of every column but the hash. */
const HASH = `
  CREATE FUNCTION "audit_hash"("before" bytea, "e" "audit_entries") RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(before || convert_to(jsonb_build_array(e.school_id, e.position, e.id, extract(epoch from e.at),
      e.actor_kind, e.actor_id, e.membership_id, e.operator, e.reason, e.operation, e.item_type, e.item_id,
      e.source)::text, 'UTF8'))
  $$`;

/** An entry that comes with its hash is one of a backup, and stays as it is. */
const CHAIN = `
  CREATE FUNCTION "audit_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE head audit_heads;
  BEGIN
    IF NEW.hash IS NOT NULL THEN RETURN NEW; END IF;
    INSERT INTO audit_heads (school_id, position, at, hash) VALUES (NEW.school_id, 1, NEW.at, '\\x')
      ON CONFLICT (school_id) DO UPDATE SET position = audit_heads.position + 1,
        at = greatest(NEW.at, audit_heads.at + interval '1 microsecond')
      RETURNING * INTO head;
    NEW.position := head.position;
    NEW.at := head.at;
    NEW.hash := audit_hash(head.hash, NEW);
    UPDATE audit_heads SET hash = NEW.hash WHERE school_id = NEW.school_id;
    RETURN NEW;
  END $$`;

const REFUSE = `
  CREATE FUNCTION "audit_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'entries of the audit trail are never changed';
  END $$`;

/** From the beginning alone, and the head remembers where the chain begins now. */
const REMOVED = `
  CREATE FUNCTION "audit_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM removed r JOIN audit_heads h USING (school_id) GROUP BY r.school_id, h.removed_position
      HAVING min(r.position) <> h.removed_position + 1 OR max(r.position) <> h.removed_position + count(*)
    ) THEN
      RAISE EXCEPTION 'entries of the audit trail go from the beginning alone';
    END IF;
    UPDATE audit_heads h SET removed_position = r.position, removed_at = r.at, removed_hash = r.hash
    FROM (SELECT DISTINCT ON (school_id) school_id, position, at, hash FROM removed ORDER BY school_id, position DESC) r
    WHERE h.school_id = r.school_id;
    RETURN NULL;
  END $$`;

const TRIGGERS = `
  CREATE TRIGGER "audit_entries_chain" BEFORE INSERT ON "audit_entries"
    FOR EACH ROW EXECUTE FUNCTION "audit_chain"();
  CREATE TRIGGER "audit_entries_refuse" BEFORE UPDATE ON "audit_entries"
    FOR EACH ROW EXECUTE FUNCTION "audit_refuse"();
  CREATE TRIGGER "audit_entries_removed" AFTER DELETE ON "audit_entries"
    REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "audit_removed"()`;
