import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imported events say of which calendar they are, and whether they were changed here since. */
export class NamedCalendars1796910000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['events', 'event_series']) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "calendar" text`);
      await queryRunner.query(`ALTER TABLE "${table}" ADD "source_updated_at" TIMESTAMP WITH TIME ZONE`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['event_series', 'events'])
      for (const column of ['source_updated_at', 'calendar'])
        await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
  }
}
