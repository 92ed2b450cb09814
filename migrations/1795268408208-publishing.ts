import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Publishing1795268408208 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "menu_entries" ADD "sequence" integer NOT NULL DEFAULT '0', ADD "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
    );
    await queryRunner.query(
      `CREATE TABLE "menu_subscriptions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "name" text NOT NULL, "token" text NOT NULL, "meal_types" text array NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "feed_digest" text, "feed_changed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "menu_subscriptions_token_key" UNIQUE ("token"), CONSTRAINT "menu_subscriptions_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "menu_subscriptions_school_idx" ON "menu_subscriptions"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "menu_subscriptions_owner_idx" ON "menu_subscriptions"  ("membership_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "documents" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "title" text COLLATE "und-x-icu" NOT NULL, "description" text, "category_id" uuid, "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "created_by_membership_id" uuid, "source" text NOT NULL, "source_id" text, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "documents_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "documents_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "documents_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "documents_organization_idx" ON "documents"  ("organization_id") `);
    await queryRunner.query(`CREATE INDEX "documents_category_idx" ON "documents"  ("category_id") `);
    await queryRunner.query(
      `CREATE INDEX "documents_author_idx" ON "documents"  ("created_by_membership_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "notices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "title" text NOT NULL, "body" text NOT NULL, "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "pinned" boolean NOT NULL DEFAULT false, "category_id" uuid, "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "created_by_membership_id" uuid, "alerted_at" TIMESTAMP WITH TIME ZONE, "source" text NOT NULL, "source_id" text, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "notices_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "notices_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "notices_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "notices_organization_idx" ON "notices"  ("organization_id") `);
    await queryRunner.query(`CREATE INDEX "notices_category_idx" ON "notices"  ("category_id") `);
    await queryRunner.query(`CREATE INDEX "notices_author_idx" ON "notices"  ("created_by_membership_id") `);
    await queryRunner.query(
      `CREATE INDEX "notices_to_alert_idx" ON "notices"  ("starts_at") WHERE alerted_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "attachments" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "entity_type" text NOT NULL, "key" text NOT NULL, "file_name" text NOT NULL, "content_type" text NOT NULL, "size_bytes" integer NOT NULL, "uploaded_by_membership_id" uuid, "uploaded_at" TIMESTAMP WITH TIME ZONE NOT NULL, "document_id" uuid, "notice_id" uuid, "position" integer NOT NULL DEFAULT '0', CONSTRAINT "attachments_key_key" UNIQUE ("key"), CONSTRAINT "attachments_entity_type_check" CHECK (entity_type in ('document', 'notice')), CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls(document_id, notice_id) <= 1), CONSTRAINT "attachments_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "attachments_uploader_idx" ON "attachments"  ("uploaded_by_membership_id") `,
    );
    await queryRunner.query(`CREATE INDEX "attachments_document_idx" ON "attachments"  ("document_id") `);
    await queryRunner.query(`CREATE INDEX "attachments_notice_idx" ON "attachments"  ("notice_id") `);
    await queryRunner.query(
      `CREATE INDEX "attachments_unsaved_idx" ON "attachments"  ("school_id", "uploaded_at") `,
    );
    await queryRunner.query(
      `CREATE TABLE "embedded_images" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "key" text NOT NULL, "content_type" text NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "size_bytes" integer NOT NULL, "uploaded_by_membership_id" uuid, "uploaded_at" TIMESTAMP WITH TIME ZONE NOT NULL, "unused_since" TIMESTAMP WITH TIME ZONE, CONSTRAINT "embedded_images_key_key" UNIQUE ("key"), CONSTRAINT "embedded_images_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "embedded_images_uploader_idx" ON "embedded_images"  ("uploaded_by_membership_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "embedded_images_unused_idx" ON "embedded_images"  ("school_id", "unused_since") `,
    );
    await queryRunner.query(
      `CREATE TABLE "document_openings" ("membership_id" uuid NOT NULL, "document_id" uuid NOT NULL, "school_id" uuid NOT NULL, "opened_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "document_openings_pkey" PRIMARY KEY ("membership_id", "document_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "document_openings_document_idx" ON "document_openings"  ("document_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "document_openings_school_idx" ON "document_openings"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "notice_readings" ("membership_id" uuid NOT NULL, "notice_id" uuid NOT NULL, "school_id" uuid NOT NULL, "read_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "notice_readings_pkey" PRIMARY KEY ("membership_id", "notice_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "notice_readings_notice_idx" ON "notice_readings"  ("notice_id") `);
    await queryRunner.query(`CREATE INDEX "notice_readings_school_idx" ON "notice_readings"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "notifications" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "kind" text NOT NULL, "title" text NOT NULL, "body" text, "target_type" text NOT NULL, "target_id" text NOT NULL, "read_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "notifications_once_key" UNIQUE ("membership_id", "kind", "target_type", "target_id"), CONSTRAINT "notifications_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "notifications_target_idx" ON "notifications"  ("school_id", "target_type", "target_id") `,
    );
    await queryRunner.query(`CREATE INDEX "notifications_age_idx" ON "notifications"  ("created_at") `);
    await queryRunner.query(
      `CREATE INDEX "notifications_list_idx" ON "notifications"  ("membership_id", "created_at") `,
    );
    await queryRunner.query(
      `CREATE TABLE "mail_deliveries" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "notification_id" uuid NOT NULL, "state" text NOT NULL DEFAULT 'waiting', "attempts" integer NOT NULL DEFAULT '0', "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_error" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "mail_deliveries_notification_key" UNIQUE ("notification_id"), CONSTRAINT "mail_deliveries_state_check" CHECK (state in ('waiting', 'sent', 'dead', 'dropped')), CONSTRAINT "mail_deliveries_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "mail_deliveries_due_idx" ON "mail_deliveries"  ("due_at") WHERE state = 'waiting'`,
    );
    await queryRunner.query(`CREATE INDEX "mail_deliveries_school_idx" ON "mail_deliveries"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "mail_choices" ("membership_id" uuid NOT NULL, "school_id" uuid NOT NULL, "token" text NOT NULL, "unsubscribed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "mail_choices_token_key" UNIQUE ("token"), CONSTRAINT "mail_choices_pkey" PRIMARY KEY ("membership_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "mail_choices_school_idx" ON "mail_choices"  ("school_id") `);
    await queryRunner.query(
      `ALTER TABLE "menu_subscriptions" ADD CONSTRAINT "menu_subscriptions_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "menu_subscriptions" ADD CONSTRAINT "menu_subscriptions_owner_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "documents" ADD CONSTRAINT "documents_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "documents" ADD CONSTRAINT "documents_category_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "documents" ADD CONSTRAINT "documents_author_fkey" FOREIGN KEY ("created_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notices" ADD CONSTRAINT "notices_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notices" ADD CONSTRAINT "notices_category_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notices" ADD CONSTRAINT "notices_author_fkey" FOREIGN KEY ("created_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader_fkey" FOREIGN KEY ("uploaded_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_document_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_notice_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "embedded_images" ADD CONSTRAINT "embedded_images_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "embedded_images" ADD CONSTRAINT "embedded_images_uploader_fkey" FOREIGN KEY ("uploaded_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_reader_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_document_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notice_readings" ADD CONSTRAINT "notice_readings_reader_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notice_readings" ADD CONSTRAINT "notice_readings_notice_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notice_readings" ADD CONSTRAINT "notice_readings_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reader_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_notification_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_member_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "mail_choices" DROP CONSTRAINT "mail_choices_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "mail_choices" DROP CONSTRAINT "mail_choices_member_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "mail_deliveries" DROP CONSTRAINT "mail_deliveries_notification_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "mail_deliveries" DROP CONSTRAINT "mail_deliveries_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reader_fkey"`);
    await queryRunner.query(`ALTER TABLE "notifications" DROP CONSTRAINT "notifications_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "notice_readings" DROP CONSTRAINT "notice_readings_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "notice_readings" DROP CONSTRAINT "notice_readings_notice_fkey"`);
    await queryRunner.query(`ALTER TABLE "notice_readings" DROP CONSTRAINT "notice_readings_reader_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "document_openings" DROP CONSTRAINT "document_openings_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "document_openings" DROP CONSTRAINT "document_openings_document_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "document_openings" DROP CONSTRAINT "document_openings_reader_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "embedded_images" DROP CONSTRAINT "embedded_images_uploader_fkey"`);
    await queryRunner.query(`ALTER TABLE "embedded_images" DROP CONSTRAINT "embedded_images_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_notice_fkey"`);
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_document_fkey"`);
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_uploader_fkey"`);
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP CONSTRAINT "notices_author_fkey"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP CONSTRAINT "notices_category_fkey"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP CONSTRAINT "notices_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP CONSTRAINT "notices_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "documents" DROP CONSTRAINT "documents_author_fkey"`);
    await queryRunner.query(`ALTER TABLE "documents" DROP CONSTRAINT "documents_category_fkey"`);
    await queryRunner.query(`ALTER TABLE "documents" DROP CONSTRAINT "documents_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "documents" DROP CONSTRAINT "documents_school_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "menu_subscriptions" DROP CONSTRAINT "menu_subscriptions_owner_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "menu_subscriptions" DROP CONSTRAINT "menu_subscriptions_school_fkey"`,
    );
    await queryRunner.query(`DROP INDEX "public"."mail_choices_school_idx"`);
    await queryRunner.query(`DROP TABLE "mail_choices"`);
    await queryRunner.query(`DROP INDEX "public"."mail_deliveries_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."mail_deliveries_due_idx"`);
    await queryRunner.query(`DROP TABLE "mail_deliveries"`);
    await queryRunner.query(`DROP INDEX "public"."notifications_list_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notifications_age_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notifications_target_idx"`);
    await queryRunner.query(`DROP TABLE "notifications"`);
    await queryRunner.query(`DROP INDEX "public"."notice_readings_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notice_readings_notice_idx"`);
    await queryRunner.query(`DROP TABLE "notice_readings"`);
    await queryRunner.query(`DROP INDEX "public"."document_openings_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."document_openings_document_idx"`);
    await queryRunner.query(`DROP TABLE "document_openings"`);
    await queryRunner.query(`DROP INDEX "public"."embedded_images_unused_idx"`);
    await queryRunner.query(`DROP INDEX "public"."embedded_images_uploader_idx"`);
    await queryRunner.query(`DROP TABLE "embedded_images"`);
    await queryRunner.query(`DROP INDEX "public"."attachments_unsaved_idx"`);
    await queryRunner.query(`DROP INDEX "public"."attachments_notice_idx"`);
    await queryRunner.query(`DROP INDEX "public"."attachments_document_idx"`);
    await queryRunner.query(`DROP INDEX "public"."attachments_uploader_idx"`);
    await queryRunner.query(`DROP TABLE "attachments"`);
    await queryRunner.query(`DROP INDEX "public"."notices_to_alert_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notices_author_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notices_category_idx"`);
    await queryRunner.query(`DROP INDEX "public"."notices_organization_idx"`);
    await queryRunner.query(`DROP TABLE "notices"`);
    await queryRunner.query(`DROP INDEX "public"."documents_author_idx"`);
    await queryRunner.query(`DROP INDEX "public"."documents_category_idx"`);
    await queryRunner.query(`DROP INDEX "public"."documents_organization_idx"`);
    await queryRunner.query(`DROP TABLE "documents"`);
    await queryRunner.query(`DROP TABLE "menu_subscriptions"`);
    await queryRunner.query(`ALTER TABLE "menu_entries" DROP COLUMN "updated_at", DROP COLUMN "sequence"`);
  }
}
