import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What guardians propose that the school should have on file of a student. */
export class Corrections1796980100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "corrections" ("id" uuid NOT NULL DEFAULT gen_random_uuid(),
         "school_id" uuid NOT NULL,
         "student_id" uuid NOT NULL,
         "membership_id" uuid NOT NULL,
         "field" text NOT NULL,
         "present" text,
         "proposed" text NOT NULL,
         "comment" text,
         "state" text NOT NULL,
         "answer" text,
         "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "settled_at" TIMESTAMP WITH TIME ZONE,
         CONSTRAINT "corrections_settled_check" CHECK ((state = 'open') = (settled_at is null)),
         CONSTRAINT "corrections_state_check" CHECK (state in ('open', 'done', 'declined')),
         CONSTRAINT "corrections_field_check" CHECK (field in ('name', 'preferred_name', 'address', 'phone', 'email', 'grade', 'graduation_year', 'guardians', 'other')),
         CONSTRAINT "corrections_pkey" PRIMARY KEY ("school_id", "id"))`,
    );
    await queryRunner.query(`CREATE UNIQUE INDEX "corrections_id_key" ON "corrections" ("id")`);
    await queryRunner.query(`CREATE INDEX "corrections_student_idx" ON "corrections" ("student_id")`);
    await queryRunner.query(
      `CREATE INDEX "corrections_settled_idx" ON "corrections" ("settled_at") WHERE settled_at is not null`,
    );
    await queryRunner.query(
      `CREATE INDEX "corrections_open_idx" ON "corrections" ("school_id", "id") WHERE state = 'open'`,
    );
    await queryRunner.query(
      `CREATE INDEX "corrections_author_idx" ON "corrections" ("membership_id", "created_at")`,
    );
    await queryRunner.query(
      `ALTER TABLE "corrections" ADD CONSTRAINT "corrections_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "corrections" ADD CONSTRAINT "corrections_student_fkey" FOREIGN KEY ("school_id", "student_id") REFERENCES "students"("school_id","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "corrections" ADD CONSTRAINT "corrections_author_fkey" FOREIGN KEY ("school_id", "membership_id") REFERENCES "memberships"("school_id","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "corrections"`);
  }
}
