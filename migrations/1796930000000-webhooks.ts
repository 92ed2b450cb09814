import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks, what they are told, and the openings and closings that they were told of. */
export class Webhooks1796930000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "webhooks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(),
         "school_id" uuid,
         "application_id" uuid,
         "url" text NOT NULL,
         "description" text,
         "kinds" text array NOT NULL,
         "secret_sealed" text NOT NULL,
         "former_secret_sealed" text,
         "former_secret_until" TIMESTAMP WITH TIME ZONE,
         "failing_since" TIMESTAMP WITH TIME ZONE,
         "paused_at" TIMESTAMP WITH TIME ZONE,
         "heard_since" TIMESTAMP WITH TIME ZONE NOT NULL,
         "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "webhooks_owner_check" CHECK ((school_id is null) <> (application_id is null)),
         CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "webhooks_school_idx" ON "webhooks" ("school_id")`);
    await queryRunner.query(`CREATE INDEX "webhooks_application_idx" ON "webhooks" ("application_id")`);
    await queryRunner.query(
      `CREATE INDEX "webhooks_failing_idx" ON "webhooks" ("failing_since") WHERE failing_since is not null and paused_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "webhook_deliveries" ("id" uuid NOT NULL DEFAULT gen_random_uuid(),
         "school_id" uuid NOT NULL,
         "webhook_id" uuid NOT NULL,
         "kind" text NOT NULL,
         "data" jsonb NOT NULL,
         "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "state" text NOT NULL DEFAULT 'pending',
         "attempts" integer NOT NULL DEFAULT '0',
         "due_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "last_status" integer,
         "last_error" text,
         "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "webhook_deliveries_state_check" CHECK (state in ('pending', 'delivered', 'failed')),
         CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "webhook_deliveries_school_idx" ON "webhook_deliveries" ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" ("created_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "webhook_deliveries_newest_idx" ON "webhook_deliveries" ("webhook_id", "created_at") `,
    );
    await queryRunner.query(
      `CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("webhook_id", "due_at") WHERE state = 'pending'`,
    );
    await queryRunner.query(
      `CREATE TABLE "webhook_moments" ("school_id" uuid NOT NULL,
         "item_id" uuid NOT NULL,
         "kind" text NOT NULL,
         "at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "told_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "webhook_moments_pkey" PRIMARY KEY ("school_id", "item_id", "kind", "at"))`,
    );
    await queryRunner.query(`CREATE INDEX "webhook_moments_told_idx" ON "webhook_moments" ("told_at")`);
    await queryRunner.query(
      `ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE`,
    );
    await queryRunner.query(
      `ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_application_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE`,
    );
    await queryRunner.query(
      `ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE`,
    );
    await queryRunner.query(
      `ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE`,
    );
    await queryRunner.query(
      `ALTER TABLE "webhook_moments" ADD CONSTRAINT "webhook_moments_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "webhook_moments", "webhook_deliveries", "webhooks"`);
  }
}
