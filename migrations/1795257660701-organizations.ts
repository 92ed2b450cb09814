import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Organizations1795257660701 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "organizations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "kind" text NOT NULL, "name" text COLLATE "und-x-icu" NOT NULL, "short_name" text NOT NULL, "category" text, "season" text, "description" text, "website" text, "meeting_info" text, "source" text NOT NULL, "source_id" text NOT NULL, "source_digest" text, "archived_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "organizations_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "organizations_short_name_key" UNIQUE ("school_id", "short_name"), CONSTRAINT "organizations_kind_check" CHECK (kind in ('team', 'club', 'class')), CONSTRAINT "organizations_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "organization_grants" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE, "revoked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "organization_grants_membership_organization_key" UNIQUE ("membership_id", "organization_id"), CONSTRAINT "organization_grants_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_grants_school_idx" ON "organization_grants"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_grants_organization_idx" ON "organization_grants"  ("organization_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "organization_leaders" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "staff_member_id" uuid, "membership_id" uuid, "student_id" uuid, "title" text NOT NULL, "position" integer NOT NULL, "source" text, CONSTRAINT "organization_leaders_person_check" CHECK (num_nonnulls(staff_member_id, membership_id, student_id) = 1), CONSTRAINT "organization_leaders_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_leaders_school_idx" ON "organization_leaders"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_leaders_staff_idx" ON "organization_leaders"  ("staff_member_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_leaders_membership_idx" ON "organization_leaders"  ("membership_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_leaders_student_idx" ON "organization_leaders"  ("student_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_leaders_order_idx" ON "organization_leaders"  ("organization_id", "position") `,
    );
    await queryRunner.query(
      `CREATE TABLE "organization_parents" ("organization_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "school_id" uuid NOT NULL, "title" text, "added_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "organization_parents_pkey" PRIMARY KEY ("organization_id", "membership_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_parents_membership_idx" ON "organization_parents"  ("membership_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_parents_school_idx" ON "organization_parents"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "organization_photos" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "content_type" text NOT NULL, "caption" text, "width" integer NOT NULL, "height" integer NOT NULL, "size_bytes" integer NOT NULL, "uploaded_by_membership_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "organization_photos_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_photos_school_idx" ON "organization_photos"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_photos_organization_idx" ON "organization_photos"  ("organization_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_photos_uploader_idx" ON "organization_photos"  ("uploaded_by_membership_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "organization_students" ("organization_id" uuid NOT NULL, "student_id" uuid NOT NULL, "school_id" uuid NOT NULL, "position" text, "jersey" text, "source" text, "added_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "organization_students_pkey" PRIMARY KEY ("organization_id", "student_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_students_student_idx" ON "organization_students"  ("student_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_students_school_idx" ON "organization_students"  ("school_id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "organizations" ADD CONSTRAINT "organizations_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_grants" ADD CONSTRAINT "organization_grants_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_grants" ADD CONSTRAINT "organization_grants_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_grants" ADD CONSTRAINT "organization_grants_membership_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" ADD CONSTRAINT "organization_leaders_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" ADD CONSTRAINT "organization_leaders_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" ADD CONSTRAINT "organization_leaders_staff_fkey" FOREIGN KEY ("staff_member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" ADD CONSTRAINT "organization_leaders_membership_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" ADD CONSTRAINT "organization_leaders_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_parents" ADD CONSTRAINT "organization_parents_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_parents" ADD CONSTRAINT "organization_parents_membership_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_parents" ADD CONSTRAINT "organization_parents_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_photos" ADD CONSTRAINT "organization_photos_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_photos" ADD CONSTRAINT "organization_photos_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_photos" ADD CONSTRAINT "organization_photos_uploader_fkey" FOREIGN KEY ("uploaded_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_students" ADD CONSTRAINT "organization_students_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_students" ADD CONSTRAINT "organization_students_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_students" ADD CONSTRAINT "organization_students_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "organization_students" DROP CONSTRAINT "organization_students_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_students" DROP CONSTRAINT "organization_students_student_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_students" DROP CONSTRAINT "organization_students_organization_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_photos" DROP CONSTRAINT "organization_photos_uploader_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_photos" DROP CONSTRAINT "organization_photos_organization_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_photos" DROP CONSTRAINT "organization_photos_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_parents" DROP CONSTRAINT "organization_parents_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_parents" DROP CONSTRAINT "organization_parents_membership_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_parents" DROP CONSTRAINT "organization_parents_organization_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" DROP CONSTRAINT "organization_leaders_student_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" DROP CONSTRAINT "organization_leaders_membership_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" DROP CONSTRAINT "organization_leaders_staff_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" DROP CONSTRAINT "organization_leaders_organization_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_leaders" DROP CONSTRAINT "organization_leaders_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_grants" DROP CONSTRAINT "organization_grants_membership_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_grants" DROP CONSTRAINT "organization_grants_organization_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "organization_grants" DROP CONSTRAINT "organization_grants_school_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "organizations" DROP CONSTRAINT "organizations_school_fkey"`);
    await queryRunner.query(`DROP INDEX "public"."organization_students_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_students_student_idx"`);
    await queryRunner.query(`DROP TABLE "organization_students"`);
    await queryRunner.query(`DROP INDEX "public"."organization_photos_uploader_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_photos_organization_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_photos_school_idx"`);
    await queryRunner.query(`DROP TABLE "organization_photos"`);
    await queryRunner.query(`DROP INDEX "public"."organization_parents_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_parents_membership_idx"`);
    await queryRunner.query(`DROP TABLE "organization_parents"`);
    await queryRunner.query(`DROP INDEX "public"."organization_leaders_order_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_leaders_student_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_leaders_membership_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_leaders_staff_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_leaders_school_idx"`);
    await queryRunner.query(`DROP TABLE "organization_leaders"`);
    await queryRunner.query(`DROP INDEX "public"."organization_grants_organization_idx"`);
    await queryRunner.query(`DROP INDEX "public"."organization_grants_school_idx"`);
    await queryRunner.query(`DROP TABLE "organization_grants"`);
    await queryRunner.query(`DROP TABLE "organizations"`);
  }
}
