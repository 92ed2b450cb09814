import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHANGES = [
  ['insert', 'referencing new table as after'],
  ['update', 'referencing old table as before new table as after'],
  ['delete', 'referencing old table as before'],
  ['truncate', ''],
] as const;

/* Who leaves the roster gives back the places of events to come, whatever has archived the student. */
const END_ANSWERS = `
create function end_answers_of_archived_students() returns trigger language plpgsql as $$
begin
  update event_rsvps r set ended_at = new.archived_at
  from events e join schools home on home.id = e.school_id
  where r.school_id = new.school_id and r.student_id = new.id and r.ended_at is null
    and e.school_id = r.school_id and e.id = r.event_id
    and coalesce(e.starts_at, e.start_date::timestamp at time zone home.time_zone) > new.archived_at;
  return null;
end $$`;

const TERMS = ['"rsvp_by" text', '"rsvp_lead_seconds" double precision', '"rsvp_capacity" integer'];

/** Events ask who comes, and what was answered. */
export class AnswersToEvents1796970000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const terms = TERMS.map((column) => `ADD ${column}`).join(', ');
    await queryRunner.query(`ALTER TABLE "events" ${terms}, ADD "rsvp_reminded_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "event_series" ${terms}`);
    await queryRunner.query(
      `CREATE TABLE "event_rsvps" ("school_id" uuid NOT NULL, "event_id" uuid NOT NULL, "subject_id" uuid NOT NULL,
         "student_id" uuid, "membership_id" uuid, "answer" text NOT NULL, "comment" text,
         "answered_by_membership_id" uuid, "answered_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "ended_at" TIMESTAMP WITH TIME ZONE,
         CONSTRAINT "event_rsvps_answer_check" CHECK (answer in ('yes', 'no', 'maybe')),
         CONSTRAINT "event_rsvps_subject_check" CHECK (num_nonnulls(student_id, membership_id) = 1),
         CONSTRAINT "event_rsvps_pkey" PRIMARY KEY ("school_id", "event_id", "subject_id"),
         CONSTRAINT "event_rsvps_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE,
         CONSTRAINT "event_rsvps_event_fkey" FOREIGN KEY ("school_id", "event_id") REFERENCES "events"("school_id", "id") ON DELETE CASCADE,
         CONSTRAINT "event_rsvps_student_fkey" FOREIGN KEY ("school_id", "student_id") REFERENCES "students"("school_id", "id") ON DELETE CASCADE,
         CONSTRAINT "event_rsvps_member_fkey" FOREIGN KEY ("school_id", "membership_id") REFERENCES "memberships"("school_id", "id") ON DELETE CASCADE,
         CONSTRAINT "event_rsvps_answerer_fkey" FOREIGN KEY ("school_id", "answered_by_membership_id") REFERENCES "memberships"("school_id", "id") ON DELETE SET NULL ("answered_by_membership_id"))`,
    );
    for (const [name, column] of [
      ['event_rsvps_student_idx', 'student_id'],
      ['event_rsvps_member_idx', 'membership_id'],
      ['event_rsvps_answerer_idx', 'answered_by_membership_id'],
    ])
      await queryRunner.query(`CREATE INDEX "${name}" ON "event_rsvps" ("school_id", "${column}")`);
    for (const [change, rows] of CHANGES)
      await queryRunner.query(
        `create trigger note_revision_${change} after ${change} on event_rsvps ${rows}
         for each statement execute function note_revision('calendar')`,
      );
    await queryRunner.query(END_ANSWERS);
    await queryRunner.query(
      `create trigger end_answers after update of archived_at on students for each row
       when (old.archived_at is null and new.archived_at is not null) execute function end_answers_of_archived_students()`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER end_answers ON students`);
    await queryRunner.query(`DROP FUNCTION end_answers_of_archived_students()`);
    await queryRunner.query(`DROP TABLE "event_rsvps"`);
    const terms = ['rsvp_by', 'rsvp_lead_seconds', 'rsvp_capacity'].map(
      (column) => `DROP COLUMN "${column}"`,
    );
    await queryRunner.query(`ALTER TABLE "event_series" ${terms.join(', ')}`);
    await queryRunner.query(`ALTER TABLE "events" ${terms.join(', ')}, DROP COLUMN "rsvp_reminded_at"`);
  }
}
