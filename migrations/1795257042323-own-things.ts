import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OwnThings1795257042323 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "disclosures" ("school_id" uuid NOT NULL, "subject" text NOT NULL, "subject_id" uuid NOT NULL, "hour" TIMESTAMP WITH TIME ZONE NOT NULL, "reader_membership_id" uuid NOT NULL, "reader_role" text NOT NULL, "operation" text NOT NULL, "unmasked" boolean NOT NULL, "count" integer NOT NULL, "last_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "disclosures_reader_role_check" CHECK (reader_role in ('parent', 'junior_admin', 'senior_admin')), CONSTRAINT "disclosures_subject_check" CHECK (subject in ('contact', 'address')), CONSTRAINT "disclosures_pkey" PRIMARY KEY ("school_id", "subject", "subject_id", "hour", "reader_membership_id", "reader_role", "operation"))`,
    );
    await queryRunner.query(`CREATE INDEX "disclosures_last_idx" ON "disclosures"  ("last_at") `);
    await queryRunner.query(
      `CREATE TABLE "visibility_changes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "guardian_id" uuid, "student_id" uuid, "visible" boolean NOT NULL, "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "visibility_changes_subject_check" CHECK ((guardian_id is null) <> (student_id is null)), CONSTRAINT "visibility_changes_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "visibility_changes_school_idx" ON "visibility_changes"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "visibility_changes_student_idx" ON "visibility_changes"  ("student_id", "changed_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "visibility_changes_guardian_idx" ON "visibility_changes"  ("guardian_id", "changed_at") `,
    );
    await queryRunner.query(
      `CREATE TABLE "guardian_departures" ("student_id" uuid NOT NULL, "source" text NOT NULL, "source_id" text NOT NULL, "school_id" uuid NOT NULL, "user_id" uuid, CONSTRAINT "guardian_departures_pkey" PRIMARY KEY ("student_id", "source", "source_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "guardian_departures_school_idx" ON "guardian_departures"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "guardian_departures_user_idx" ON "guardian_departures"  ("user_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "lists" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "owner_membership_id" uuid NOT NULL, "name" text COLLATE "und-x-icu" NOT NULL, "description" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "lists_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "lists_school_idx" ON "lists"  ("school_id") `);
    await queryRunner.query(`CREATE INDEX "lists_owner_idx" ON "lists"  ("owner_membership_id") `);
    await queryRunner.query(
      `CREATE TABLE "list_guardians" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "list_id" uuid NOT NULL, "guardian_membership_id" uuid NOT NULL, "linked_student_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "list_guardians_list_membership_key" UNIQUE ("list_id", "guardian_membership_id"), CONSTRAINT "list_guardians_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "list_guardians_school_idx" ON "list_guardians"  ("school_id") `);
    await queryRunner.query(
      `CREATE INDEX "list_guardians_membership_idx" ON "list_guardians"  ("guardian_membership_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "list_guardians_student_idx" ON "list_guardians"  ("linked_student_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "list_students" ("list_id" uuid NOT NULL, "student_id" uuid NOT NULL, "school_id" uuid NOT NULL, "added_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "list_students_pkey" PRIMARY KEY ("list_id", "student_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "list_students_student_idx" ON "list_students"  ("student_id") `);
    await queryRunner.query(`CREATE INDEX "list_students_school_idx" ON "list_students"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "parent_photos" ("membership_id" uuid NOT NULL, "school_id" uuid NOT NULL, "content_type" text NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "size_bytes" integer NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "parent_photos_pkey" PRIMARY KEY ("membership_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "parent_photos_school_idx" ON "parent_photos"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "student_photos" ("student_id" uuid NOT NULL, "school_id" uuid NOT NULL, "content_type" text NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "size_bytes" integer NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "student_photos_pkey" PRIMARY KEY ("student_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "student_photos_school_idx" ON "student_photos"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "object_removals" ("key" text NOT NULL, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "object_removals_pkey" PRIMARY KEY ("key"))`,
    );
    await queryRunner.query(`CREATE INDEX "object_removals_due_idx" ON "object_removals"  ("due_at") `);
    await queryRunner.query(`ALTER TABLE "users" ADD "phone" text`);
    await queryRunner.query(
      `ALTER TABLE "guardians" ADD "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
    );
    await queryRunner.query(
      `ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "visibility_changes" ADD CONSTRAINT "visibility_changes_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "visibility_changes" ADD CONSTRAINT "visibility_changes_guardian_fkey" FOREIGN KEY ("guardian_id") REFERENCES "guardians"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "visibility_changes" ADD CONSTRAINT "visibility_changes_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" ADD CONSTRAINT "guardian_departures_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" ADD CONSTRAINT "guardian_departures_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" ADD CONSTRAINT "guardian_departures_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "lists" ADD CONSTRAINT "lists_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "lists" ADD CONSTRAINT "lists_owner_fkey" FOREIGN KEY ("owner_membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_guardians" ADD CONSTRAINT "list_guardians_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_guardians" ADD CONSTRAINT "list_guardians_list_fkey" FOREIGN KEY ("list_id") REFERENCES "lists"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_guardians" ADD CONSTRAINT "list_guardians_membership_fkey" FOREIGN KEY ("guardian_membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_guardians" ADD CONSTRAINT "list_guardians_student_fkey" FOREIGN KEY ("linked_student_id") REFERENCES "students"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_students" ADD CONSTRAINT "list_students_list_fkey" FOREIGN KEY ("list_id") REFERENCES "lists"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_students" ADD CONSTRAINT "list_students_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "list_students" ADD CONSTRAINT "list_students_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "parent_photos" ADD CONSTRAINT "parent_photos_membership_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "parent_photos" ADD CONSTRAINT "parent_photos_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "student_photos" ADD CONSTRAINT "student_photos_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "student_photos" ADD CONSTRAINT "student_photos_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "student_photos" DROP CONSTRAINT "student_photos_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "student_photos" DROP CONSTRAINT "student_photos_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "parent_photos" DROP CONSTRAINT "parent_photos_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "parent_photos" DROP CONSTRAINT "parent_photos_membership_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_students" DROP CONSTRAINT "list_students_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_students" DROP CONSTRAINT "list_students_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_students" DROP CONSTRAINT "list_students_list_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_guardians" DROP CONSTRAINT "list_guardians_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_guardians" DROP CONSTRAINT "list_guardians_membership_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_guardians" DROP CONSTRAINT "list_guardians_list_fkey"`);
    await queryRunner.query(`ALTER TABLE "list_guardians" DROP CONSTRAINT "list_guardians_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "lists" DROP CONSTRAINT "lists_owner_fkey"`);
    await queryRunner.query(`ALTER TABLE "lists" DROP CONSTRAINT "lists_school_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" DROP CONSTRAINT "guardian_departures_user_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" DROP CONSTRAINT "guardian_departures_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" DROP CONSTRAINT "guardian_departures_student_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "visibility_changes" DROP CONSTRAINT "visibility_changes_student_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "visibility_changes" DROP CONSTRAINT "visibility_changes_guardian_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "visibility_changes" DROP CONSTRAINT "visibility_changes_school_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "disclosures" DROP CONSTRAINT "disclosures_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP COLUMN "created_at"`);
    await queryRunner.query(`ALTER TABLE "users" DROP COLUMN "phone"`);
    await queryRunner.query(`DROP INDEX "public"."object_removals_due_idx"`);
    await queryRunner.query(`DROP TABLE "object_removals"`);
    await queryRunner.query(`DROP INDEX "public"."student_photos_school_idx"`);
    await queryRunner.query(`DROP TABLE "student_photos"`);
    await queryRunner.query(`DROP INDEX "public"."parent_photos_school_idx"`);
    await queryRunner.query(`DROP TABLE "parent_photos"`);
    await queryRunner.query(`DROP INDEX "public"."list_students_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."list_students_student_idx"`);
    await queryRunner.query(`DROP TABLE "list_students"`);
    await queryRunner.query(`DROP INDEX "public"."list_guardians_student_idx"`);
    await queryRunner.query(`DROP INDEX "public"."list_guardians_membership_idx"`);
    await queryRunner.query(`DROP INDEX "public"."list_guardians_school_idx"`);
    await queryRunner.query(`DROP TABLE "list_guardians"`);
    await queryRunner.query(`DROP INDEX "public"."lists_owner_idx"`);
    await queryRunner.query(`DROP INDEX "public"."lists_school_idx"`);
    await queryRunner.query(`DROP TABLE "lists"`);
    await queryRunner.query(`DROP INDEX "public"."guardian_departures_user_idx"`);
    await queryRunner.query(`DROP INDEX "public"."guardian_departures_school_idx"`);
    await queryRunner.query(`DROP TABLE "guardian_departures"`);
    await queryRunner.query(`DROP INDEX "public"."visibility_changes_guardian_idx"`);
    await queryRunner.query(`DROP INDEX "public"."visibility_changes_student_idx"`);
    await queryRunner.query(`DROP INDEX "public"."visibility_changes_school_idx"`);
    await queryRunner.query(`DROP TABLE "visibility_changes"`);
    await queryRunner.query(`DROP INDEX "public"."disclosures_last_idx"`);
    await queryRunner.query(`DROP TABLE "disclosures"`);
  }
}
