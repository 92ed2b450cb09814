import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of how many respondents an anonymous poll's sealed answers are, so that a closed poll is settled that has counted none. */
export class WaitingAnswers1796700200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "poll_tallies" ADD "waiting_count" integer NOT NULL DEFAULT '0'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "poll_tallies" DROP COLUMN "waiting_count"`);
  }
}
