import type { MigrationInterface, QueryRunner } from 'typeorm';

const owners = (columns: string): string =>
  `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls(${columns}) <= 1)`;
const entityTypes = (types: string): string =>
  `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_entity_type_check" CHECK (entity_type in (${types}))`;

/** Slips have files and are reminded of; their answers may come on paper, with a scan. */
export class SlipsOfTheOffice1796900000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "permission_slips" ADD "last_reminder_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "permission_slip_response_students" ADD "signed_as" jsonb`);
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" ADD "signed_on" date`);
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" ADD "recorded_by_membership_id" uuid`);
    await queryRunner.query(
      `CREATE INDEX "permission_slip_responses_recorder_idx" ON "permission_slip_responses" ("recorded_by_membership_id")`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ADD CONSTRAINT "permission_slip_responses_recorder_fkey"
         FOREIGN KEY ("school_id", "recorded_by_membership_id") REFERENCES "memberships" ("school_id", "id")
         ON DELETE SET NULL ("recorded_by_membership_id")`,
    );
    for (const [column, table, name] of [
      ['permission_slip_id', 'permission_slips', 'permission_slip'],
      ['slip_response_id', 'permission_slip_responses', 'slip_response'],
    ]) {
      await queryRunner.query(`ALTER TABLE "attachments" ADD "${column}" uuid`);
      await queryRunner.query(`CREATE INDEX "attachments_${name}_idx" ON "attachments" ("${column}")`);
      await queryRunner.query(
        `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_${name}_fkey"
           FOREIGN KEY ("school_id", "${column}") REFERENCES "${table}" ("school_id", "id") ON DELETE CASCADE`,
      );
    }
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_owner_check"`);
    await queryRunner.query(owners('document_id, notice_id, permission_slip_id, slip_response_id'));
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_entity_type_check"`);
    await queryRunner.query(entityTypes(`'document', 'notice', 'permission_slip'`));
  }

  /** The version before knows no files of slips: their rows go, and the next look for objects without a row finds the files. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "attachments" WHERE "entity_type" = 'permission_slip'`);
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_entity_type_check"`);
    await queryRunner.query(entityTypes(`'document', 'notice'`));
    await queryRunner.query(`ALTER TABLE "attachments" DROP CONSTRAINT "attachments_owner_check"`);
    await queryRunner.query(owners('document_id, notice_id'));
    for (const column of ['slip_response_id', 'permission_slip_id'])
      await queryRunner.query(`ALTER TABLE "attachments" DROP COLUMN "${column}"`);
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" DROP COLUMN "recorded_by_membership_id"`,
    );
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" DROP COLUMN "signed_on"`);
    await queryRunner.query(`ALTER TABLE "permission_slip_response_students" DROP COLUMN "signed_as"`);
    await queryRunner.query(`ALTER TABLE "permission_slips" DROP COLUMN "last_reminder_at"`);
  }
}
