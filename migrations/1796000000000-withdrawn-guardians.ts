import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WithdrawnGuardians1796000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "withdrawn_guardians" ("student_id" uuid NOT NULL, "source" text NOT NULL, "source_id" text NOT NULL, "school_id" uuid NOT NULL, "user_id" uuid, CONSTRAINT "withdrawn_guardians_pkey" PRIMARY KEY ("student_id", "source", "source_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "withdrawn_guardians_user_idx" ON "withdrawn_guardians"  ("user_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "withdrawn_guardians_school_idx" ON "withdrawn_guardians"  ("school_id", "source", "source_id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "withdrawn_guardians" ADD CONSTRAINT "withdrawn_guardians_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "withdrawn_guardians" ADD CONSTRAINT "withdrawn_guardians_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "withdrawn_guardians" ADD CONSTRAINT "withdrawn_guardians_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "withdrawn_guardians"`);
  }
}
