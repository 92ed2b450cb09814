import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GroundFloor1795200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "schools" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "short_name" text NOT NULL, "name" text COLLATE "und-x-icu" NOT NULL, "time_zone" text NOT NULL, "country" text NOT NULL, "locale" text NOT NULL, "features" jsonb NOT NULL DEFAULT '{}', "source" text, "source_id" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "schools_source_key" UNIQUE ("source", "source_id"), CONSTRAINT "schools_short_name_key" UNIQUE ("short_name"), CONSTRAINT "schools_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "categories" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "name" text NOT NULL, "color" text NOT NULL, "position" integer NOT NULL, CONSTRAINT "categories_name_key" UNIQUE ("school_id", "name"), CONSTRAINT "categories_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "users" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "email" text NOT NULL, "email_verified_at" TIMESTAMP WITH TIME ZONE, "first_name" text, "last_name" text, "two_step_enabled" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "users_email_key" UNIQUE ("email"), CONSTRAINT "users_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "memberships" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL, "first_name" text COLLATE "und-x-icu", "last_name" text COLLATE "und-x-icu", "phone" text, "profile_visibility" text NOT NULL DEFAULT 'full', "deactivated_at" TIMESTAMP WITH TIME ZONE, "joined_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "memberships_user_school_key" UNIQUE ("user_id", "school_id"), CONSTRAINT "memberships_profile_visibility_check" CHECK (profile_visibility in ('full', 'name_only')), CONSTRAINT "memberships_role_check" CHECK (role in ('parent', 'junior_admin', 'senior_admin')), CONSTRAINT "memberships_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "memberships_school_idx" ON "memberships"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "students" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "source" text NOT NULL, "source_id" text NOT NULL, "source_digest" text, "first_name" text COLLATE "und-x-icu" NOT NULL, "middle_name" text, "last_name" text COLLATE "und-x-icu" NOT NULL, "preferred_name" text, "graduation_year" integer, "grade" text, "email" text, "phone" text, "address_line1" text, "address_line2" text, "address_city" text, "address_region" text, "address_postal_code" text, "address_country" text, "latitude" double precision, "longitude" double precision, "geocode_missed_at" TIMESTAMP WITH TIME ZONE, "address_visible" boolean NOT NULL DEFAULT true, "archived_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "students_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "students_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "students_source_id_idx" ON "students"  ("school_id", "source_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "students_roster_idx" ON "students"  ("school_id", "last_name", "first_name", "id") WHERE archived_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "guardians" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "student_id" uuid NOT NULL, "membership_id" uuid, "source" text NOT NULL, "source_id" text, "source_digest" text, "first_name" text COLLATE "und-x-icu" NOT NULL, "last_name" text COLLATE "und-x-icu" NOT NULL, "email" text, "phone" text, "relation" text NOT NULL, "is_primary" boolean NOT NULL DEFAULT false, "profile_visibility" text NOT NULL DEFAULT 'full', CONSTRAINT "guardians_student_source_key" UNIQUE ("student_id", "source", "source_id"), CONSTRAINT "guardians_student_membership_key" UNIQUE ("student_id", "membership_id"), CONSTRAINT "guardians_relation_check" CHECK (relation in ('mother', 'father', 'parent', 'stepparent', 'grandparent', 'guardian', 'relative', 'other')), CONSTRAINT "guardians_profile_visibility_check" CHECK (profile_visibility in ('full', 'name_only')), CONSTRAINT "guardians_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "guardians_school_idx" ON "guardians"  ("school_id") `);
    await queryRunner.query(`CREATE INDEX "guardians_membership_idx" ON "guardians"  ("membership_id") `);
    await queryRunner.query(
      `CREATE INDEX "guardians_school_email_idx" ON "guardians"  ("school_id", "email") WHERE membership_id is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "user_sessions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "second_step_pending" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "revoked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "user_sessions_user_idx" ON "user_sessions"  ("user_id") `);
    await queryRunner.query(
      `CREATE TABLE "invitations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "email" text NOT NULL, "role" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "consumed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "invitations_role_check" CHECK (role in ('parent', 'junior_admin', 'senior_admin')), CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "invitations_school_idx" ON "invitations"  ("school_id") `);
    await queryRunner.query(
      `CREATE INDEX "invitations_open_email_idx" ON "invitations"  ("email") WHERE consumed_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "invitation_students" ("invitation_id" uuid NOT NULL, "student_id" uuid NOT NULL, "school_id" uuid NOT NULL, "relation" text NOT NULL, CONSTRAINT "invitation_students_pkey" PRIMARY KEY ("invitation_id", "student_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "invitation_students_student_idx" ON "invitation_students"  ("student_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "invitation_students_school_idx" ON "invitation_students"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "notes" ("author_membership_id" uuid NOT NULL, "student_id" uuid NOT NULL, "school_id" uuid NOT NULL, "body" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "notes_pkey" PRIMARY KEY ("author_membership_id", "student_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "notes_student_idx" ON "notes"  ("student_id") `);
    await queryRunner.query(`CREATE INDEX "notes_school_idx" ON "notes"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "school_details" ("school_id" uuid NOT NULL, "title" text NOT NULL, "description" text, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "school_details_pkey" PRIMARY KEY ("school_id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "staff_members" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "source" text NOT NULL, "source_id" text NOT NULL, "source_digest" text, "first_name" text COLLATE "und-x-icu" NOT NULL, "last_name" text COLLATE "und-x-icu" NOT NULL, "title" text, "department" text COLLATE "und-x-icu", "email" text, "phone" text, "room" text, "archived_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "staff_members_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "staff_members_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "staff_members_list_idx" ON "staff_members"  ("school_id", "department", "last_name", "first_name") WHERE archived_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "stars" ("membership_id" uuid NOT NULL, "student_id" uuid NOT NULL, "school_id" uuid NOT NULL, CONSTRAINT "stars_pkey" PRIMARY KEY ("membership_id", "student_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "stars_student_idx" ON "stars"  ("student_id") `);
    await queryRunner.query(`CREATE INDEX "stars_school_idx" ON "stars"  ("school_id") `);
    await queryRunner.query(
      `ALTER TABLE "categories" ADD CONSTRAINT "categories_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "memberships" ADD CONSTRAINT "memberships_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "students" ADD CONSTRAINT "students_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardians" ADD CONSTRAINT "guardians_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardians" ADD CONSTRAINT "guardians_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardians" ADD CONSTRAINT "guardians_membership_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitations" ADD CONSTRAINT "invitations_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitation_students" ADD CONSTRAINT "invitation_students_invitation_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitation_students" ADD CONSTRAINT "invitation_students_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitation_students" ADD CONSTRAINT "invitation_students_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notes" ADD CONSTRAINT "notes_author_fkey" FOREIGN KEY ("author_membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notes" ADD CONSTRAINT "notes_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notes" ADD CONSTRAINT "notes_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "school_details" ADD CONSTRAINT "school_details_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "stars" ADD CONSTRAINT "stars_membership_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "stars" ADD CONSTRAINT "stars_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "stars" ADD CONSTRAINT "stars_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "stars" DROP CONSTRAINT "stars_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "stars" DROP CONSTRAINT "stars_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "stars" DROP CONSTRAINT "stars_membership_fkey"`);
    await queryRunner.query(`ALTER TABLE "staff_members" DROP CONSTRAINT "staff_members_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "school_details" DROP CONSTRAINT "school_details_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "notes" DROP CONSTRAINT "notes_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "notes" DROP CONSTRAINT "notes_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "notes" DROP CONSTRAINT "notes_author_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "invitation_students" DROP CONSTRAINT "invitation_students_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitation_students" DROP CONSTRAINT "invitation_students_student_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "invitation_students" DROP CONSTRAINT "invitation_students_invitation_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "invitations" DROP CONSTRAINT "invitations_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP CONSTRAINT "user_sessions_user_fkey"`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP CONSTRAINT "guardians_membership_fkey"`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP CONSTRAINT "guardians_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP CONSTRAINT "guardians_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "students" DROP CONSTRAINT "students_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "memberships" DROP CONSTRAINT "memberships_user_fkey"`);
    await queryRunner.query(`ALTER TABLE "memberships" DROP CONSTRAINT "memberships_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "categories" DROP CONSTRAINT "categories_school_fkey"`);
    await queryRunner.query(`DROP INDEX "public"."stars_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."stars_student_idx"`);
    await queryRunner.query(`DROP TABLE "stars"`);
    await queryRunner.query(`DROP INDEX "public"."staff_members_list_idx"`);
    await queryRunner.query(`DROP TABLE "staff_members"`);
    await queryRunner.query(`DROP TABLE "school_details"`);
    await queryRunner.query(`DROP INDEX "public"."notes_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notes_student_idx"`);
    await queryRunner.query(`DROP TABLE "notes"`);
    await queryRunner.query(`DROP INDEX "public"."invitation_students_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."invitation_students_student_idx"`);
    await queryRunner.query(`DROP TABLE "invitation_students"`);
    await queryRunner.query(`DROP INDEX "public"."invitations_open_email_idx"`);
    await queryRunner.query(`DROP INDEX "public"."invitations_school_idx"`);
    await queryRunner.query(`DROP TABLE "invitations"`);
    await queryRunner.query(`DROP INDEX "public"."user_sessions_user_idx"`);
    await queryRunner.query(`DROP TABLE "user_sessions"`);
    await queryRunner.query(`DROP INDEX "public"."guardians_school_email_idx"`);
    await queryRunner.query(`DROP INDEX "public"."guardians_membership_idx"`);
    await queryRunner.query(`DROP INDEX "public"."guardians_school_idx"`);
    await queryRunner.query(`DROP TABLE "guardians"`);
    await queryRunner.query(`DROP INDEX "public"."students_roster_idx"`);
    await queryRunner.query(`DROP INDEX "public"."students_source_id_idx"`);
    await queryRunner.query(`DROP TABLE "students"`);
    await queryRunner.query(`DROP INDEX "public"."memberships_school_idx"`);
    await queryRunner.query(`DROP TABLE "memberships"`);
    await queryRunner.query(`DROP TABLE "users"`);
    await queryRunner.query(`DROP TABLE "categories"`);
    await queryRunner.query(`DROP TABLE "schools"`);
  }
}
