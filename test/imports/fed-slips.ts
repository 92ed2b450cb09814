import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import type { ImportReport } from '../../src/platform/import-report.js';
import type { ContentImporter } from './content/content-importer.js';

export type ImportedSlip = NonNullable<ContentFile['permission_slips']>[number];

export const MUSEUM = {
  key: 'museum',
  title: 'Museum',
  summary: 'By bus',
  body: '<p onclick="x()">Bones.</p>',
  statement: 'I allow it.\nReally.',
  organization: 'soccer',
  event: 'visit',
  answer_per: 'family',
  signature_required: true,
  second_guardian_required: true,
  opens_at: '2026-10-01T08:00:00-04:00',
  closes_at: '2026-10-08T08:00:00-04:00',
  visible_until: '2026-11-08T08:00:00-05:00',
  questions: [
    { type: 'long_text', text: 'Medicine?', required: true, private: true, required_on_decline: true },
    { type: 'single_choice', text: 'Lunch?', choices: ['Brings it', 'Buys it'] },
  ],
} satisfies ImportedSlip;
/** No more than a new one needs. */
export const PLAIN = {
  key: 'plain',
  title: 'Plain',
  body: '<p>B</p>',
  statement: 'S',
  opens_at: MUSEUM.opens_at,
};

/** A school with a student, organizations and a calendar that slips can be for. */
export async function aSchoolWithEvents(importer: ContentImporter): Promise<string> {
  await importer.empty();
  const school = await importer.aSchool('north');
  await importer.import(school, {
    students: [{ source_id: 's-1', first_name: 'Ada', last_name: 'Park' }],
    organizations: [
      { short_name: 'soccer', kind: 'team', name: 'Soccer' },
      { short_name: 'chess', kind: 'club', name: 'Chess' },
    ],
    events: [{ key: 'visit', title: 'Visit', start_date: '2026-10-05', end_date: '2026-10-05' }],
    series: [
      {
        key: 'after_school',
        title: 'After school',
        local_start: '2026-09-07T15:30',
        duration_minutes: 60,
        rrule: 'FREQ=WEEKLY;COUNT=3',
      },
      {
        key: 'camp',
        title: 'Camp',
        all_day: true,
        local_start: '2026-09-07',
        duration_days: 2,
        rrule: 'FREQ=WEEKLY;COUNT=3',
      },
    ],
  });
  return school;
}

/** What the school of the moment is fed, and what is there of it then. */
export function importedSlips(importer: () => ContentImporter, school: () => string) {
  const bring = (...slips: ImportedSlip[]): Promise<ImportReport> =>
    importer().import(school(), { permission_slips: slips });
  const slips = () => importer().rows('select * from permission_slips order by source_id');
  const asked = () =>
    importer().rows(
      `select q.type, q.text, q.required, q.private, q.required_on_decline, array(select c.text from question_choices c
       where c.question_id = q.id order by c.position) as choices from questions q order by q.position`,
    );
  const everything = async () => [
    await slips(),
    await importer().rows('select * from questions order by id'),
    await importer().rows('select * from question_choices order by id'),
  ];

  /** Somebody's response, as it was signed. */
  const answer = (state = 'current') =>
    importer().rows(
      `with version as (insert into permission_slip_versions
         (slip_id, sha256, school_id, statement_version, statement, body, questions, created_at)
       select id, 'abc', school_id, statement_version, statement, body, '[]', now() from permission_slips returning *),
     response as (insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision,
         account_email, statement_version, statement_sha256, created_at)
       select gen_random_uuid(), 1, school_id, slip_id, $1, 'granted', 'a@example.org', statement_version, sha256, now()
       from version returning *)
     insert into permission_slip_response_students (response_id, student_id, slip_id, school_id, place, is_current)
     select r.id, s.id, r.slip_id, r.school_id, 1, $1 = 'current' from response r, students s`,
      [state],
    );
  return { bring, slips, asked, everything, answer };
}
