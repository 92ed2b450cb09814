import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of mails by which their readers answer. */
export class AnswerLinks1796994000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "answer_links" (
      "school_id" uuid NOT NULL, "digest" text NOT NULL, "address_digest" text NOT NULL, "membership_id" uuid NOT NULL,
      "event_id" uuid, "notice_id" uuid, "version" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      "ended_at" TIMESTAMP WITH TIME ZONE,
      CONSTRAINT "answer_links_pkey" PRIMARY KEY ("school_id", "digest"),
      CONSTRAINT "answer_links_digest_key" UNIQUE ("digest"),
      CONSTRAINT "answer_links_item_check" CHECK (num_nonnulls(event_id, notice_id) = 1),
      CONSTRAINT "answer_links_version_check" CHECK ((notice_id is null) = (version is null)))`);
    await queryRunner.query(
      `CREATE INDEX "answer_links_member_idx" ON "answer_links" ("school_id", "membership_id")`,
    );
    await queryRunner.query(`CREATE INDEX "answer_links_event_idx" ON "answer_links" ("event_id")`);
    await queryRunner.query(`CREATE INDEX "answer_links_notice_idx" ON "answer_links" ("notice_id")`);
    await queryRunner.query(`ALTER TABLE "answer_links"
      ADD CONSTRAINT "answer_links_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE`);
    await queryRunner.query(`ALTER TABLE "answer_links"
      ADD CONSTRAINT "answer_links_member_fkey" FOREIGN KEY ("school_id", "membership_id")
      REFERENCES "memberships"("school_id", "id") ON DELETE CASCADE`);
    await queryRunner.query(`ALTER TABLE "answer_links"
      ADD CONSTRAINT "answer_links_event_fkey" FOREIGN KEY ("school_id", "event_id")
      REFERENCES "events"("school_id", "id") ON DELETE CASCADE`);
    await queryRunner.query(`ALTER TABLE "answer_links"
      ADD CONSTRAINT "answer_links_notice_fkey" FOREIGN KEY ("school_id", "notice_id")
      REFERENCES "notices"("school_id", "id") ON DELETE CASCADE`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "answer_links"`);
  }
}
