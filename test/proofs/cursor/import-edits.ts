import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { OneRosterImportService } from '../../../src/imports/oneroster/oneroster-import.service.js';
import { ImportUndoService } from '../../../src/imports/undo/import-undo.service.js';
import { NO_PROGRESS } from '../../../src/platform/import-report.js';
import { event, file } from '../../imports/calendar/ics-text.js';
import { temporaryFolder } from '../../imports/temporary-folder.js';
import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import { HOUR, type EditTools, type NamedEdit } from './edit-tools.js';
import type { FedRoster } from './fed-roster.js';

/** What comes from other systems: rosters, calendars, content files, and the undo of the last of them. */
export function importEdits(tools: EditTools): NamedEdit[] {
  const { t, chance, world, school, student, name, inHours, asOperator } = tools;
  const oneRoster = asOperator(OneRosterImportService, async (imports) => {
    world.roster.change(
      chance,
      world.parents.map(({ email }) => email),
    );
    const report = await imports.run({
      path: await filesOf(world.roster).inFolder(),
      ...{ source: world.source, dryRun: false, archiveLimitPercent: 100, progress: NO_PROGRESS },
    });
    world.lastRun = report.run_id ?? world.lastRun;
  });
  const calendar = asOperator(CalendarImportService, async (imports) => {
    const path = join(await temporaryFolder(), 'calendar.ics');
    await writeFile(path, file(...[1, 2, 3].map((uid) => anEvent(uid))));
    await imports.run({
      ...{ path, school: school.id, calendar: 'games', archiveLimitPercent: 100 },
      removeMissing: chance.is(0.3),
    });
  });
  const anEvent = (uid: number): string => {
    const at = inHours(-20, 90).replace(/[-:]|\.\d+/g, '');
    const rule = chance.is(0.3) ? [`RRULE:FREQ=DAILY;COUNT=${chance.between(1, 4)}`] : [];
    const status = chance.is(0.2) ? ['STATUS:CANCELLED'] : [];
    return event(
      `UID:${uid + chance.between(0, 1)}`,
      `SUMMARY:${name()}`,
      `DTSTART:${at}`,
      'DURATION:PT1H',
      ...rule,
      ...status,
    );
  };
  const organizations = () =>
    t.bring(school.id, {
      organizations: [
        {
          ...{ short_name: chance.of(['fed-1', 'fed-2']), kind: 'club', name: chance.of(['Drama', 'Choir']) },
          season: chance.of(['Fall', 'Spring']),
          archived: chance.is(0.2),
          students: chance.is(0.4) ? [student().sourceId] : [],
          parents: chance.is(0.3) ? [chance.of(world.parents).email] : [],
        },
      ],
    });
  const staff = () =>
    t.bring(school.id, {
      staff: [
        {
          ...{ first_name: 'Ines', last_name: chance.of(['Dahl', 'Moor']), email: chance.of(STAFF) },
          ...{ title: name(), phone: `+1 212 555 ${chance.between(1_000, 9_999)}` },
        },
      ],
    });
  const publications = () =>
    t.bring(school.id, {
      notices: [
        {
          ...{ source_id: `n-${chance.between(1, 3)}`, title: name(), body: 'Text' },
          ...{
            starts_at: inHours(-2, 2),
            expires_at: new Date(t.clock.now().getTime() + 40 * HOUR).toISOString(),
          },
        },
      ],
      categories: [{ name: chance.of(['Trips', 'Music']), color: chance.of(['#AA0000', '#00AA00']) }],
      school_details: { title: name(), description: 'A school' },
    } as never);
  const undo = asOperator(ImportUndoService, async (imports) => {
    if (world.lastRun) await imports.undo({ runId: world.lastRun, dryRun: false });
    world.lastRun = null;
  });
  return [
    ['import OneRoster', 1.5, oneRoster],
    ['import a calendar', 1, calendar],
    ['import organizations', 0.8, organizations],
    ['import staff', 0.8, staff],
    ['import publications', 0.8, publications],
    ['undo', 0.1, undo],
  ];
}

const STAFF = ['ines@north.example', 'dahl@north.example'];

/** The export of a system that has one school. */
function filesOf({ students, parents, teachers, classes, school }: FedRoster): OneRosterFiles {
  const files = new OneRosterFiles()
    .school('north', { name: school })
    .mode({ classes: 'bulk', enrollments: 'bulk' });
  for (const [id, row] of Object.entries(parents)) files.parent(id, row);
  for (const [id, row] of Object.entries(teachers)) files.teacher(id, row);
  for (const [id, row] of Object.entries(students)) files.student(id, row);
  for (const [id, { title, students: enrolled, teacher }] of Object.entries(classes)) {
    files.class(id, { title });
    for (const one of enrolled.filter((each) => each in students)) files.enroll(id, one);
    if (teacher in teachers) files.teach(id, teacher);
  }
  return files;
}
