import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kinds that the version before does not know: its alerts would stop at the first of them. */
const NEW_KINDS = [
  'category.changed',
  'category.created',
  'category.deleted',
  'me.changed',
  'member.changed',
  'notice.read',
  'notification.arrived',
  'notification.changed',
  'notification.read',
  'notification.removed',
  'organization.created',
  'school.changed',
  'staff_member.changed',
  'student.changed',
  'student.starred',
  'student.unstarred',
];

/** The journal has more kinds of changes from now on, in the table that it has. */
export class KindsOfChanges1796870000000 implements MigrationInterface {
  up(): Promise<void> {
    return Promise.resolve();
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "changes" WHERE "kind" = ANY ($1)`, [NEW_KINDS]);
  }
}
