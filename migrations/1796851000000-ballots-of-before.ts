import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Digests of answers to anonymous polls, of which a release from before their tallies kept one: a few possible bodies are soon
 * tried out. From now on none is ever stored (`ForgetBody`).
 */
export class BallotsOfBefore1796851000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE "idempotency_keys" k SET "body_digest" = '',
         "created_id" = coalesce(k."created_id", to_char(k."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       FROM "polls" p WHERE p."anonymous" AND k."operation" LIKE '%/polls/' || p."id" || '/respond'`,
    );
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
