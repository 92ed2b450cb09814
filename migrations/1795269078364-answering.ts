import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Answering1795269078364 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "polls" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "title" text NOT NULL, "description" text, "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "opens_at" TIMESTAMP WITH TIME ZONE NOT NULL, "closes_at" TIMESTAMP WITH TIME ZONE, "results_visibility" text NOT NULL, "anonymous" boolean NOT NULL DEFAULT false, "alerted_at" TIMESTAMP WITH TIME ZONE, "source" text NOT NULL, "source_id" text NOT NULL, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "polls_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "polls_results_visibility_check" CHECK (results_visibility in ('always', 'after_response', 'after_close', 'never')), CONSTRAINT "polls_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "polls_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "polls_organization_idx" ON "polls"  ("organization_id") `);
    await queryRunner.query(
      `CREATE INDEX "polls_to_alert_idx" ON "polls"  ("opens_at") WHERE alerted_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "poll_questions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "poll_id" uuid NOT NULL, "position" integer NOT NULL, "text" text NOT NULL, CONSTRAINT "poll_questions_place_key" UNIQUE ("poll_id", "position"), CONSTRAINT "poll_questions_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "poll_questions_school_idx" ON "poll_questions"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "poll_choices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "question_id" uuid NOT NULL, "position" integer NOT NULL, "text" text NOT NULL, CONSTRAINT "poll_choices_place_key" UNIQUE ("question_id", "position"), CONSTRAINT "poll_choices_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "poll_choices_school_idx" ON "poll_choices"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "poll_responses" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "poll_id" uuid NOT NULL, "user_id" uuid, "submitted_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "poll_responses_once_key" UNIQUE ("poll_id", "user_id"), CONSTRAINT "poll_responses_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "poll_responses_school_idx" ON "poll_responses"  ("school_id") `);
    await queryRunner.query(`CREATE INDEX "poll_responses_person_idx" ON "poll_responses"  ("user_id") `);
    await queryRunner.query(
      `CREATE TABLE "poll_answers" ("response_id" uuid NOT NULL, "question_id" uuid NOT NULL, "choice_id" uuid NOT NULL, "school_id" uuid NOT NULL, CONSTRAINT "poll_answers_pkey" PRIMARY KEY ("response_id", "question_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "poll_answers_question_idx" ON "poll_answers"  ("question_id") `);
    await queryRunner.query(`CREATE INDEX "poll_answers_choice_idx" ON "poll_answers"  ("choice_id") `);
    await queryRunner.query(`CREATE INDEX "poll_answers_school_idx" ON "poll_answers"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "permission_slips" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "title" text NOT NULL, "summary" text, "body" text NOT NULL, "statement" text NOT NULL, "statement_version" integer NOT NULL DEFAULT '1', "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "opens_at" TIMESTAMP WITH TIME ZONE NOT NULL, "closes_at" TIMESTAMP WITH TIME ZONE, "visible_until" TIMESTAMP WITH TIME ZONE, "event_id" uuid, "answer_per" text NOT NULL DEFAULT 'student', "signature_required" boolean NOT NULL DEFAULT false, "second_guardian_required" boolean NOT NULL DEFAULT false, "alerted_at" TIMESTAMP WITH TIME ZONE, "source" text NOT NULL, "source_id" text NOT NULL, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "permission_slips_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "permission_slips_answer_per_check" CHECK (answer_per in ('student', 'family')), CONSTRAINT "permission_slips_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "permission_slips_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slips_organization_idx" ON "permission_slips"  ("organization_id") `,
    );
    await queryRunner.query(`CREATE INDEX "permission_slips_event_idx" ON "permission_slips"  ("event_id") `);
    await queryRunner.query(
      `CREATE INDEX "permission_slips_to_alert_idx" ON "permission_slips"  ("opens_at") WHERE alerted_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "signups" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "organization_id" uuid, "title" text NOT NULL, "description" text, "location" text, "audience_type" text NOT NULL, "audience_years" integer array NOT NULL DEFAULT '{}', "audience_organization_ids" uuid array NOT NULL DEFAULT '{}', "opens_at" TIMESTAMP WITH TIME ZONE NOT NULL, "closes_at" TIMESTAMP WITH TIME ZONE, "visible_until" TIMESTAMP WITH TIME ZONE, "withdraw_until" TIMESTAMP WITH TIME ZONE, "event_id" uuid, "claim_per" text NOT NULL DEFAULT 'person', "per_person_limit" integer, "claimant_visibility" text NOT NULL DEFAULT 'names', "alerted_at" TIMESTAMP WITH TIME ZONE, "source" text NOT NULL, "source_id" text NOT NULL, "source_digest" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "signups_source_key" UNIQUE ("school_id", "source", "source_id"), CONSTRAINT "signups_claim_per_check" CHECK (claim_per in ('person', 'family', 'student')), CONSTRAINT "signups_claimant_visibility_check" CHECK (claimant_visibility in ('names', 'managers_only')), CONSTRAINT "signups_audience_check" CHECK (audience_type in ('school', 'graduation_years', 'organizations', 'admins')), CONSTRAINT "signups_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "signups_organization_idx" ON "signups"  ("organization_id") `);
    await queryRunner.query(`CREATE INDEX "signups_event_idx" ON "signups"  ("event_id") `);
    await queryRunner.query(
      `CREATE INDEX "signups_to_alert_idx" ON "signups"  ("opens_at") WHERE alerted_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "questions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "signup_id" uuid, "permission_slip_id" uuid, "position" integer NOT NULL, "type" text NOT NULL, "text" text NOT NULL, "required" boolean NOT NULL DEFAULT false, "private" boolean NOT NULL DEFAULT false, "required_on_decline" boolean NOT NULL DEFAULT false, CONSTRAINT "questions_slip_place_key" UNIQUE ("permission_slip_id", "position"), CONSTRAINT "questions_signup_place_key" UNIQUE ("signup_id", "position"), CONSTRAINT "questions_type_check" CHECK (type in ('short_text', 'long_text', 'single_choice', 'multi_choice', 'yes_no', 'date', 'number')), CONSTRAINT "questions_owner_check" CHECK (num_nonnulls(signup_id, permission_slip_id) = 1), CONSTRAINT "questions_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "questions_school_idx" ON "questions"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "question_choices" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "question_id" uuid NOT NULL, "position" integer NOT NULL, "text" text NOT NULL, CONSTRAINT "question_choices_place_key" UNIQUE ("question_id", "position"), CONSTRAINT "question_choices_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "question_choices_school_idx" ON "question_choices"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "signup_items" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "signup_id" uuid NOT NULL, "position" integer NOT NULL, "title" text NOT NULL, "description" text, "starts_at" TIMESTAMP WITH TIME ZONE, "ends_at" TIMESTAMP WITH TIME ZONE, "capacity" integer, "waitlist_enabled" boolean NOT NULL DEFAULT false, CONSTRAINT "signup_items_title_key" UNIQUE ("signup_id", "title"), CONSTRAINT "signup_items_capacity_check" CHECK (capacity >= 0), CONSTRAINT "signup_items_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "signup_items_school_idx" ON "signup_items"  ("school_id") `);
    await queryRunner.query(
      `CREATE TABLE "signup_claims" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "school_id" uuid NOT NULL, "signup_id" uuid NOT NULL, "item_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "student_id" uuid, "quantity" integer NOT NULL, "status" text NOT NULL, "comment" text, "answers" jsonb NOT NULL DEFAULT '[]', "queued_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "signup_claims_quantity_check" CHECK (quantity between 1 and 99), CONSTRAINT "signup_claims_status_check" CHECK (status in ('confirmed', 'waitlisted', 'withdrawn')), CONSTRAINT "signup_claims_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "signup_claims_school_idx" ON "signup_claims"  ("school_id") `);
    await queryRunner.query(`CREATE INDEX "signup_claims_signup_idx" ON "signup_claims"  ("signup_id") `);
    await queryRunner.query(`CREATE INDEX "signup_claims_author_idx" ON "signup_claims"  ("membership_id") `);
    await queryRunner.query(`CREATE INDEX "signup_claims_student_idx" ON "signup_claims"  ("student_id") `);
    await queryRunner.query(
      `CREATE INDEX "signup_claims_queue_idx" ON "signup_claims"  ("item_id", "status", "queued_at") `,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "signup_claims_student_key" ON "signup_claims"  ("item_id", "membership_id", "student_id") WHERE student_id is not null and status <> 'withdrawn'`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "signup_claims_person_key" ON "signup_claims"  ("item_id", "membership_id") WHERE student_id is null and status <> 'withdrawn'`,
    );
    await queryRunner.query(
      `CREATE TABLE "permission_slip_versions" ("slip_id" uuid NOT NULL, "sha256" text NOT NULL, "school_id" uuid NOT NULL, "statement_version" integer NOT NULL, "statement" text NOT NULL, "body" text NOT NULL, "questions" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "permission_slip_versions_pkey" PRIMARY KEY ("slip_id", "sha256"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_versions_school_idx" ON "permission_slip_versions"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "permission_slip_responses" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "chain_id" uuid NOT NULL, "revision" integer NOT NULL, "school_id" uuid NOT NULL, "slip_id" uuid NOT NULL, "state" text NOT NULL, "decision" text NOT NULL, "answers" jsonb NOT NULL DEFAULT '[]', "note" text, "signed_by_membership_id" uuid, "signed_by_user_id" uuid, "account_email" text NOT NULL, "signed_by_name" text, "name_mismatch" boolean NOT NULL DEFAULT false, "relation" text, "signature_image" bytea, "signed_at" TIMESTAMP WITH TIME ZONE, "statement_version" integer NOT NULL, "statement_sha256" text NOT NULL, "ip_address" text, "user_agent" text, "session_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "permission_slip_responses_decision_check" CHECK (decision in ('granted', 'declined')), CONSTRAINT "permission_slip_responses_state_check" CHECK (state in ('current', 'superseded', 'withdrawn')), CONSTRAINT "permission_slip_responses_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_responses_school_idx" ON "permission_slip_responses"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_responses_signer_idx" ON "permission_slip_responses"  ("signed_by_membership_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_responses_person_idx" ON "permission_slip_responses"  ("signed_by_user_id") `,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "permission_slip_responses_revision_key" ON "permission_slip_responses"  ("chain_id", "revision") `,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_responses_slip_idx" ON "permission_slip_responses"  ("slip_id", "state") `,
    );
    await queryRunner.query(
      `CREATE TABLE "permission_slip_response_students" ("response_id" uuid NOT NULL, "student_id" uuid NOT NULL, "slip_id" uuid NOT NULL, "school_id" uuid NOT NULL, "place" smallint NOT NULL DEFAULT '1', "is_current" boolean NOT NULL, CONSTRAINT "permission_slip_response_students_place_check" CHECK (place in (1, 2)), CONSTRAINT "permission_slip_response_students_pkey" PRIMARY KEY ("response_id", "student_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_response_students_student_idx" ON "permission_slip_response_students"  ("student_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_response_students_slip_idx" ON "permission_slip_response_students"  ("slip_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slip_response_students_school_idx" ON "permission_slip_response_students"  ("school_id") `,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "permission_slip_response_students_current_key" ON "permission_slip_response_students"  ("slip_id", "student_id", "place") WHERE is_current`,
    );
    await queryRunner.query(
      `CREATE TABLE "idempotency_keys" ("user_id" uuid NOT NULL, "operation" text NOT NULL, "key" text NOT NULL, "body_digest" text NOT NULL, "status" integer NOT NULL, "answer" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id", "operation", "key"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys"  ("created_at") `,
    );
    await queryRunner.query(
      `ALTER TABLE "polls" ADD CONSTRAINT "polls_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "polls" ADD CONSTRAINT "polls_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_questions" ADD CONSTRAINT "poll_questions_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_questions" ADD CONSTRAINT "poll_questions_poll_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_choices" ADD CONSTRAINT "poll_choices_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_choices" ADD CONSTRAINT "poll_choices_question_fkey" FOREIGN KEY ("question_id") REFERENCES "poll_questions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_responses" ADD CONSTRAINT "poll_responses_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_responses" ADD CONSTRAINT "poll_responses_poll_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_responses" ADD CONSTRAINT "poll_responses_person_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_answers" ADD CONSTRAINT "poll_answers_response_fkey" FOREIGN KEY ("response_id") REFERENCES "poll_responses"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_answers" ADD CONSTRAINT "poll_answers_question_fkey" FOREIGN KEY ("question_id") REFERENCES "poll_questions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_answers" ADD CONSTRAINT "poll_answers_choice_fkey" FOREIGN KEY ("choice_id") REFERENCES "poll_choices"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_answers" ADD CONSTRAINT "poll_answers_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slips" ADD CONSTRAINT "permission_slips_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slips" ADD CONSTRAINT "permission_slips_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slips" ADD CONSTRAINT "permission_slips_event_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signups" ADD CONSTRAINT "signups_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signups" ADD CONSTRAINT "signups_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signups" ADD CONSTRAINT "signups_event_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "questions" ADD CONSTRAINT "questions_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "questions" ADD CONSTRAINT "questions_signup_fkey" FOREIGN KEY ("signup_id") REFERENCES "signups"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "questions" ADD CONSTRAINT "questions_slip_fkey" FOREIGN KEY ("permission_slip_id") REFERENCES "permission_slips"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "question_choices" ADD CONSTRAINT "question_choices_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "question_choices" ADD CONSTRAINT "question_choices_question_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_items" ADD CONSTRAINT "signup_items_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_items" ADD CONSTRAINT "signup_items_signup_fkey" FOREIGN KEY ("signup_id") REFERENCES "signups"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_claims" ADD CONSTRAINT "signup_claims_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_claims" ADD CONSTRAINT "signup_claims_signup_fkey" FOREIGN KEY ("signup_id") REFERENCES "signups"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_claims" ADD CONSTRAINT "signup_claims_item_fkey" FOREIGN KEY ("item_id") REFERENCES "signup_items"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_claims" ADD CONSTRAINT "signup_claims_author_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "signup_claims" ADD CONSTRAINT "signup_claims_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_versions" ADD CONSTRAINT "permission_slip_versions_slip_fkey" FOREIGN KEY ("slip_id") REFERENCES "permission_slips"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_versions" ADD CONSTRAINT "permission_slip_versions_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ADD CONSTRAINT "permission_slip_responses_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ADD CONSTRAINT "permission_slip_responses_slip_fkey" FOREIGN KEY ("slip_id") REFERENCES "permission_slips"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ADD CONSTRAINT "permission_slip_responses_signer_fkey" FOREIGN KEY ("signed_by_membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ADD CONSTRAINT "permission_slip_responses_person_fkey" FOREIGN KEY ("signed_by_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" ADD CONSTRAINT "permission_slip_response_students_response_fkey" FOREIGN KEY ("response_id") REFERENCES "permission_slip_responses"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" ADD CONSTRAINT "permission_slip_response_students_student_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" ADD CONSTRAINT "permission_slip_response_students_slip_fkey" FOREIGN KEY ("slip_id") REFERENCES "permission_slips"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" ADD CONSTRAINT "permission_slip_response_students_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_caller_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_caller_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" DROP CONSTRAINT "permission_slip_response_students_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" DROP CONSTRAINT "permission_slip_response_students_slip_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" DROP CONSTRAINT "permission_slip_response_students_student_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" DROP CONSTRAINT "permission_slip_response_students_response_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" DROP CONSTRAINT "permission_slip_responses_person_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" DROP CONSTRAINT "permission_slip_responses_signer_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" DROP CONSTRAINT "permission_slip_responses_slip_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" DROP CONSTRAINT "permission_slip_responses_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_versions" DROP CONSTRAINT "permission_slip_versions_school_fkey"`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_versions" DROP CONSTRAINT "permission_slip_versions_slip_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "signup_claims" DROP CONSTRAINT "signup_claims_student_fkey"`);
    await queryRunner.query(`ALTER TABLE "signup_claims" DROP CONSTRAINT "signup_claims_author_fkey"`);
    await queryRunner.query(`ALTER TABLE "signup_claims" DROP CONSTRAINT "signup_claims_item_fkey"`);
    await queryRunner.query(`ALTER TABLE "signup_claims" DROP CONSTRAINT "signup_claims_signup_fkey"`);
    await queryRunner.query(`ALTER TABLE "signup_claims" DROP CONSTRAINT "signup_claims_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "signup_items" DROP CONSTRAINT "signup_items_signup_fkey"`);
    await queryRunner.query(`ALTER TABLE "signup_items" DROP CONSTRAINT "signup_items_school_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "question_choices" DROP CONSTRAINT "question_choices_question_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "question_choices" DROP CONSTRAINT "question_choices_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "questions" DROP CONSTRAINT "questions_slip_fkey"`);
    await queryRunner.query(`ALTER TABLE "questions" DROP CONSTRAINT "questions_signup_fkey"`);
    await queryRunner.query(`ALTER TABLE "questions" DROP CONSTRAINT "questions_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "signups" DROP CONSTRAINT "signups_event_fkey"`);
    await queryRunner.query(`ALTER TABLE "signups" DROP CONSTRAINT "signups_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "signups" DROP CONSTRAINT "signups_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "permission_slips" DROP CONSTRAINT "permission_slips_event_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "permission_slips" DROP CONSTRAINT "permission_slips_organization_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "permission_slips" DROP CONSTRAINT "permission_slips_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_answers" DROP CONSTRAINT "poll_answers_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_answers" DROP CONSTRAINT "poll_answers_choice_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_answers" DROP CONSTRAINT "poll_answers_question_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_answers" DROP CONSTRAINT "poll_answers_response_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_responses" DROP CONSTRAINT "poll_responses_person_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_responses" DROP CONSTRAINT "poll_responses_poll_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_responses" DROP CONSTRAINT "poll_responses_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_choices" DROP CONSTRAINT "poll_choices_question_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_choices" DROP CONSTRAINT "poll_choices_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_questions" DROP CONSTRAINT "poll_questions_poll_fkey"`);
    await queryRunner.query(`ALTER TABLE "poll_questions" DROP CONSTRAINT "poll_questions_school_fkey"`);
    await queryRunner.query(`ALTER TABLE "polls" DROP CONSTRAINT "polls_organization_fkey"`);
    await queryRunner.query(`ALTER TABLE "polls" DROP CONSTRAINT "polls_school_fkey"`);
    await queryRunner.query(`DROP INDEX "public"."idempotency_keys_created_idx"`);
    await queryRunner.query(`DROP TABLE "idempotency_keys"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_response_students_current_key"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_response_students_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_response_students_slip_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_response_students_student_idx"`);
    await queryRunner.query(`DROP TABLE "permission_slip_response_students"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_responses_slip_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_responses_revision_key"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_responses_person_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_responses_signer_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_responses_school_idx"`);
    await queryRunner.query(`DROP TABLE "permission_slip_responses"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slip_versions_school_idx"`);
    await queryRunner.query(`DROP TABLE "permission_slip_versions"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_person_key"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_student_key"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_queue_idx"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_student_idx"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_author_idx"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_signup_idx"`);
    await queryRunner.query(`DROP INDEX "public"."signup_claims_school_idx"`);
    await queryRunner.query(`DROP TABLE "signup_claims"`);
    await queryRunner.query(`DROP INDEX "public"."signup_items_school_idx"`);
    await queryRunner.query(`DROP TABLE "signup_items"`);
    await queryRunner.query(`DROP INDEX "public"."question_choices_school_idx"`);
    await queryRunner.query(`DROP TABLE "question_choices"`);
    await queryRunner.query(`DROP INDEX "public"."questions_school_idx"`);
    await queryRunner.query(`DROP TABLE "questions"`);
    await queryRunner.query(`DROP INDEX "public"."signups_to_alert_idx"`);
    await queryRunner.query(`DROP INDEX "public"."signups_event_idx"`);
    await queryRunner.query(`DROP INDEX "public"."signups_organization_idx"`);
    await queryRunner.query(`DROP TABLE "signups"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slips_to_alert_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slips_event_idx"`);
    await queryRunner.query(`DROP INDEX "public"."permission_slips_organization_idx"`);
    await queryRunner.query(`DROP TABLE "permission_slips"`);
    await queryRunner.query(`DROP INDEX "public"."poll_answers_school_idx"`);
    await queryRunner.query(`DROP INDEX "public"."poll_answers_choice_idx"`);
    await queryRunner.query(`DROP INDEX "public"."poll_answers_question_idx"`);
    await queryRunner.query(`DROP TABLE "poll_answers"`);
    await queryRunner.query(`DROP INDEX "public"."poll_responses_person_idx"`);
    await queryRunner.query(`DROP INDEX "public"."poll_responses_school_idx"`);
    await queryRunner.query(`DROP TABLE "poll_responses"`);
    await queryRunner.query(`DROP INDEX "public"."poll_choices_school_idx"`);
    await queryRunner.query(`DROP TABLE "poll_choices"`);
    await queryRunner.query(`DROP INDEX "public"."poll_questions_school_idx"`);
    await queryRunner.query(`DROP TABLE "poll_questions"`);
    await queryRunner.query(`DROP INDEX "public"."polls_to_alert_idx"`);
    await queryRunner.query(`DROP INDEX "public"."polls_organization_idx"`);
    await queryRunner.query(`DROP TABLE "polls"`);
  }
}
