import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A drawn signature is stored once by its digest. What answers of before hold stays with them. */
export class DrawnSignatures1796700100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "drawn_signatures" ("school_id" uuid NOT NULL, "user_id" uuid NOT NULL, "sha256" text NOT NULL, "image" bytea NOT NULL, CONSTRAINT "drawn_signatures_pkey" PRIMARY KEY ("school_id", "user_id", "sha256"))`,
    );
    await queryRunner.query(`CREATE INDEX "drawn_signatures_user_idx" ON "drawn_signatures" ("user_id")`);
    await queryRunner.query(
      `ALTER TABLE "drawn_signatures" ADD CONSTRAINT "drawn_signatures_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "drawn_signatures" ADD CONSTRAINT "drawn_signatures_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" ADD "signature_sha256" text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE "permission_slip_responses" r SET "signature_image" = drawn.image FROM "drawn_signatures" drawn
       WHERE drawn.school_id = r.school_id AND drawn.user_id = r.signed_by_user_id AND drawn.sha256 = r.signature_sha256`,
    );
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" DROP COLUMN "signature_sha256"`);
    await queryRunner.query(`DROP TABLE "drawn_signatures"`);
  }
}
