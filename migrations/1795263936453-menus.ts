import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Menus1795263936453 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "menu_entries" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "date" date NOT NULL, "meal_type" text NOT NULL, "items" text NOT NULL, "allergens" text array NOT NULL DEFAULT '{}', "dietary_tags" text array NOT NULL DEFAULT '{}', "image_name" text, "image_items_hash" text, "image_generated_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "menu_entries_meal_key" UNIQUE ("school_id", "date", "meal_type"), CONSTRAINT "menu_entries_meal_type_check" CHECK (meal_type in ('breakfast', 'lunch', 'snack', 'dinner', 'other')), CONSTRAINT "menu_entries_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "menu_image_runs" ("menu_entry_id" uuid NOT NULL, "school_id" uuid NOT NULL, "id" uuid NOT NULL, "items_hash" text NOT NULL, "state" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "menu_image_runs_state_check" CHECK (state in ('running', 'done', 'failed')), CONSTRAINT "menu_image_runs_pkey" PRIMARY KEY ("menu_entry_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "menu_image_runs_school_idx" ON "menu_image_runs"  ("school_id") `);
    await queryRunner.query(
      `ALTER TABLE "menu_entries" ADD CONSTRAINT "menu_entries_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "menu_image_runs" ADD CONSTRAINT "menu_image_runs_entry_fkey" FOREIGN KEY ("menu_entry_id") REFERENCES "menu_entries"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "menu_image_runs" ADD CONSTRAINT "menu_image_runs_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "menu_image_runs" DROP CONSTRAINT "menu_image_runs_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "menu_image_runs" DROP CONSTRAINT "menu_image_runs_entry_fkey"`);
    await queryRunner.query(`ALTER TABLE "menu_entries" DROP CONSTRAINT "menu_entries_school_fkey"`);
    await queryRunner.query(`DROP INDEX "public"."menu_image_runs_school_idx"`);
    await queryRunner.query(`DROP TABLE "menu_image_runs"`);
    await queryRunner.query(`DROP TABLE "menu_entries"`);
  }
}
