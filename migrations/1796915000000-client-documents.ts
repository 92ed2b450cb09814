import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An application may be known by the address of a document about it, on a host that the operator allows. */
export class ClientDocuments1796915000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "client_hosts" ("origin" text NOT NULL, "allowed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "client_hosts_pkey" PRIMARY KEY ("origin"))`,
    );
    await queryRunner.query(`ALTER TABLE "applications" ADD "document_url" text`);
    await queryRunner.query(`ALTER TABLE "applications" ADD "document_read_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "applications_document_url_key" ON "applications" ("document_url") WHERE document_url is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "applications_document_url_key"`);
    await queryRunner.query(`ALTER TABLE "applications" DROP COLUMN "document_read_at"`);
    await queryRunner.query(`ALTER TABLE "applications" DROP COLUMN "document_url"`);
    await queryRunner.query(`DROP TABLE "client_hosts"`);
  }
}
