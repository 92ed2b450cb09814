import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Calendar1795258142977 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "event_series" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "title" text NOT NULL, "description" text, "location" text, "all_day" boolean NOT NULL, "local_start" text NOT NULL, "duration" integer NOT NULL, "time_zone" text NOT NULL, "rrule" text, "rdates" text array NOT NULL DEFAULT '{}', "exdates" text array NOT NULL DEFAULT '{}', "category_id" uuid, "tags" text array NOT NULL DEFAULT '{}', "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "event_type" text NOT NULL DEFAULT 'other', "home_away" text, "opponent" text, "arrival_minutes_before" integer, "uniform" text, "split_from_id" uuid, "sequence" integer NOT NULL DEFAULT '0', "source" text NOT NULL, "source_id" text, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "event_series_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "event_series_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "event_series_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "event_series_school_idx" ON "event_series"  ("school_id") `);
    await queryRunner.query(
      `CREATE INDEX "event_series_organization_idx" ON "event_series"  ("organization_id") `,
    );
    await queryRunner.query(`CREATE INDEX "event_series_category_idx" ON "event_series"  ("category_id") `);
    await queryRunner.query(
      `CREATE TABLE "events" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "series_id" uuid, "original_start" text, "title" text NOT NULL, "description" text, "location" text, "all_day" boolean NOT NULL, "starts_at" TIMESTAMP WITH TIME ZONE, "ends_at" TIMESTAMP WITH TIME ZONE, "start_date" date NOT NULL, "end_date" date NOT NULL, "time_zone" text NOT NULL, "category_id" uuid, "tags" text array NOT NULL DEFAULT '{}', "status" text NOT NULL DEFAULT 'confirmed', "cancelled_at" TIMESTAMP WITH TIME ZONE, "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "event_type" text NOT NULL DEFAULT 'other', "home_away" text, "opponent" text, "arrival_at" TIMESTAMP WITH TIME ZONE, "uniform" text, "overrides" text array NOT NULL DEFAULT '{}', "sequence" integer NOT NULL DEFAULT '0', "source" text NOT NULL, "source_id" text, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "events_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "events_occurrence_key" UNIQUE ("series_id", "original_start"), CONSTRAINT "events_status_check" CHECK (status in ('confirmed', 'tentative', 'cancelled')), CONSTRAINT "events_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "events_times_check" CHECK (all_day = (starts_at is null) and all_day = (ends_at is null)), CONSTRAINT "events_occurrence_check" CHECK ((series_id is null) = (original_start is null)), CONSTRAINT "events_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "events_category_idx" ON "events"  ("category_id") `);
    await queryRunner.query(
      `CREATE INDEX "events_organization_idx" ON "events"  ("organization_id", "start_date") `,
    );
    await queryRunner.query(`CREATE INDEX "events_list_idx" ON "events"  ("school_id", "start_date") `);
    await queryRunner.query(
      `CREATE TABLE "event_results" ("event_id" uuid NOT NULL, "school_id" uuid NOT NULL, "organization_id" uuid NOT NULL, "outcome" text NOT NULL, "score_for" double precision, "score_against" double precision, "place" integer, "field_size" integer, "summary" text, "recorded_by_membership_id" uuid, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "event_results_outcome_check" CHECK (outcome in ('win', 'loss', 'tie', 'no_result', 'placed')), CONSTRAINT "event_results_pkey" PRIMARY KEY ("event_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "event_results_school_idx" ON "event_results"  ("school_id") `);
    await queryRunner.query(
      `CREATE INDEX "event_results_organization_idx" ON "event_results"  ("organization_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "event_results_recorder_idx" ON "event_results"  ("recorded_by_membership_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "calendar_subscriptions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "name" text NOT NULL, "token" text NOT NULL, "organization_id" uuid, "categories" text array NOT NULL DEFAULT '{}', "tags" text array NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "feed_digest" text, "feed_changed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "calendar_subscriptions_token_key" UNIQUE ("token"), CONSTRAINT "calendar_subscriptions_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "calendar_subscriptions_school_idx" ON "calendar_subscriptions"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "calendar_subscriptions_owner_idx" ON "calendar_subscriptions"  ("membership_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "calendar_subscriptions_organization_idx" ON "calendar_subscriptions"  ("organization_id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "event_series" ADD CONSTRAINT "event_series_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "event_series" ADD CONSTRAINT "event_series_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "event_series" ADD CONSTRAINT "event_series_category_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "events" ADD CONSTRAINT "events_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "events" ADD CONSTRAINT "events_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "events" ADD CONSTRAINT "events_series_fkey" FOREIGN KEY ("series_id") REFERENCES "event_series"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "events" ADD CONSTRAINT "events_category_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "event_results" ADD CONSTRAINT "event_results_event_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "event_results" ADD CONSTRAINT "event_results_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "event_results" ADD CONSTRAINT "event_results_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "event_results" ADD CONSTRAINT "event_results_recorder_fkey" FOREIGN KEY ("recorded_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "calendar_subscriptions" ADD CONSTRAINT "calendar_subscriptions_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "calendar_subscriptions" ADD CONSTRAINT "calendar_subscriptions_owner_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "calendar_subscriptions" ADD CONSTRAINT "calendar_subscriptions_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "calendar_subscriptions" DROP CONSTRAINT "calendar_subscriptions_organization_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "calendar_subscriptions" DROP CONSTRAINT "calendar_subscriptions_owner_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "calendar_subscriptions" DROP CONSTRAINT "calendar_subscriptions_school_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "event_results" DROP CONSTRAINT "event_results_recorder_fkey"`);
    await queryRunner.query(`ALTER TABLE "event_results" DROP CONSTRAINT "event_results_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "event_results" DROP CONSTRAINT "event_results_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "event_results" DROP CONSTRAINT "event_results_event_fkey"`);
    await queryRunner.query(`ALTER TABLE "events" DROP CONSTRAINT "events_category_fkey"`);
    await queryRunner.query(`ALTER TABLE "events" DROP CONSTRAINT "events_series_fkey"`);
    await queryRunner.query(`ALTER TABLE "events" DROP CONSTRAINT "events_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "events" DROP CONSTRAINT "events_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "event_series" DROP CONSTRAINT "event_series_category_fkey"`);
    await queryRunner.query(`ALTER TABLE "event_series" DROP CONSTRAINT "event_series_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "event_series" DROP CONSTRAINT "event_series_school_fkey"`);
    await queryRunner.query(`DROP INDEX "public"."calendar_subscriptions_organization_idx"`);
    await queryRunner.query(`DROP INDEX "public"."calendar_subscriptions_owner_idx"`);
    await queryRunner.query(`DROP INDEX "public"."calendar_subscriptions_school_idx"`);
    await queryRunner.query(`DROP TABLE "calendar_subscriptions"`);
    await queryRunner.query(`DROP INDEX "public"."event_results_recorder_idx"`);
    await queryRunner.query(`DROP INDEX "public"."event_results_organization_idx"`);
    await queryRunner.query(`DROP INDEX "public"."event_results_school_idx"`);
    await queryRunner.query(`DROP TABLE "event_results"`);
    await queryRunner.query(`DROP INDEX "public"."events_list_idx"`);
    await queryRunner.query(`DROP INDEX "public"."events_organization_idx"`);
    await queryRunner.query(`DROP INDEX "public"."events_category_idx"`);
    await queryRunner.query(`DROP TABLE "events"`);
    await queryRunner.query(`DROP INDEX "public"."event_series_category_idx"`);
    await queryRunner.query(`DROP INDEX "public"."event_series_organization_idx"`);
    await queryRunner.query(`DROP INDEX "public"."event_series_school_idx"`);
    await queryRunner.query(`DROP TABLE "event_series"`);
  }
}
