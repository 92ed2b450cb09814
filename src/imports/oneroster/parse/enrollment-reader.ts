import type { SourceLocation } from '../issue-log.js';
import { dateCell, isActive, isTrue } from './cell-values.js';
import { ENROLLMENT_COLUMNS, type EnrollmentColumn } from './columns.js';
import { readTable, type Row } from './csv-table.js';
import { interned, at, type ReadingContext } from './reading-context.js';
import type { EnrollmentRow } from './roster-data.js';

/** The largest file of an export: what repeats itself in its rows is kept once. */
export async function readEnrollments(context: ReadingContext): Promise<boolean> {
  const { set, data, log } = context;
  const reader = new EnrollmentReader(context);
  const table = await readTable({
    set,
    file: 'enrollments',
    columns: ENROLLMENT_COLUMNS,
    required: ['classId', 'userId', 'role'],
    log,
    onRow: (row: Row<EnrollmentColumn>) => reader.take(row),
    onBadRow: ({ cell }) => void data.unreadClassIds.add(cell('classId')),
  });
  return table.usable;
}

class EnrollmentReader {
  private readonly dates = new Map<string, string>();
  private readonly texts = new Map<string, string>();

  constructor(private readonly context: ReadingContext) {}

  take({ line, cell }: Row<EnrollmentColumn>): void {
    const { data, log } = this.context;
    const location = at('enrollments', line);
    const userId = cell('userId');
    const classId = cell('classId');
    if (userId === '' || classId === '') {
      log.error(
        location,
        'missing_sourced_id',
        'classSourcedId, userSourcedId',
        'The row does not name a class and a user; it was skipped.',
      );
      if (classId !== '') data.unreadClassIds.add(classId);
      return;
    }
    this.put(classId, {
      line,
      active: isActive(cell('status'), location, log),
      userId: data.users.get(userId)?.id ?? this.once(userId),
      role: this.once(cell('role')),
      primary: isTrue(cell('primary')),
      ...this.period(cell, location),
    });
  }

  private put(classId: string, row: EnrollmentRow): void {
    const { classes, enrollments } = this.context.data;
    const rows = enrollments.get(classId);
    if (rows) rows.push(row);
    else enrollments.set(classes.get(classId)?.id ?? interned(classId), [row]);
  }

  private period(
    cell: Row<EnrollmentColumn>['cell'],
    location: SourceLocation,
  ): Pick<EnrollmentRow, 'begin' | 'end'> {
    const begin = this.date(cell('begin'), location);
    const end = this.date(cell('end'), location);
    if (begin === null || end === null || begin <= end) return { begin, end };
    const message = 'The enrolment ends before it begins; its dates were left out.';
    this.context.log.warn(location, 'invalid_period', `${begin} to ${end}`, message);
    return { begin: null, end: null };
  }

  private date(text: string, location: SourceLocation): string | null {
    const known = this.dates.get(text);
    if (known !== undefined) return known;
    const date = dateCell(text, location, this.context.log);
    if (date !== null) this.dates.set(text, date);
    return date;
  }

  private once(text: string): string {
    const known = this.texts.get(text) ?? interned(text);
    this.texts.set(known, known);
    return known;
  }
}
