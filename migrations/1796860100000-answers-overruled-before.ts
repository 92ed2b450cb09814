import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks the answers that were overruled before there was a column for it. The answer of another guardian overruled them: it
 * decided otherwise, came later, and came while they went on for other children of the family.
 */
export class AnswersOverruledBefore1796860100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE "permission_slip_response_students" lost SET "is_overruled" = true
       FROM "permission_slip_responses" r
       WHERE r."school_id" = lost."school_id" AND r."id" = lost."response_id" AND NOT lost."is_current"
         AND EXISTS (SELECT FROM "permission_slip_response_students" s
           JOIN "permission_slip_responses" later ON later."school_id" = s."school_id" AND later."id" = s."response_id"
           WHERE s."school_id" = lost."school_id" AND s."slip_id" = lost."slip_id" AND s."student_id" = lost."student_id"
             AND later."chain_id" <> r."chain_id" AND later."revision" > r."revision" AND later."decision" <> r."decision"
             AND (r."ended_at" IS NULL OR later."created_at" < r."ended_at"))`,
    );
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
