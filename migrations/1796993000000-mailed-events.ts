import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = `FOREIGN KEY ("school_id", "notification_id") REFERENCES "notifications"("school_id", "id") ON DELETE CASCADE`;

/** Replaces the key without reading the table: its rows have been held by the one before. */
const replaced = (key: string): string => `ALTER TABLE "mails" DROP CONSTRAINT "mails_notification_fkey",
  ADD CONSTRAINT "mails_notification_fkey" ${key} NOT VALID`;

/** A notification that makes way for a newer one takes its mail along. */
export class MailedEvents1796993000000 implements MigrationInterface {
  /** The second statement reads the table, and would do so under the lock of the first. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(replaced(`${KEY} ON UPDATE CASCADE`));
    await queryRunner.query(`ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_notification_fkey"`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(replaced(KEY));
    await queryRunner.query(`ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_notification_fkey"`);
  }
}
