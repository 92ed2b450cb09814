import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person's second record for the same student is hidden where the linked one was before both went together. */
export class SecondRecords1795700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `WITH hidden AS (
         UPDATE "guardians" g SET "profile_visibility" = 'name_only'
         FROM "guardians" linked
         WHERE linked."membership_id" IS NOT NULL AND linked."profile_visibility" = 'name_only'
           AND g."student_id" = linked."student_id" AND g."membership_id" IS NULL
           AND g."profile_visibility" = 'full' AND g."email" = linked."email"
           AND lower(g."first_name" || ' ' || g."last_name") = lower(linked."first_name" || ' ' || linked."last_name")
         RETURNING g."school_id", g."id")
       INSERT INTO "visibility_changes" ("school_id", "guardian_id", "visible", "changed_at")
       SELECT "school_id", "id", false, now() FROM hidden`,
    );
  }

  /** What is hidden stays hidden: nobody can tell any more which it was. */
  async down(): Promise<void> {}
}
