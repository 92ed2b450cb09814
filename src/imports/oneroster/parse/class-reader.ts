import { idList, isActive } from './cell-values.js';
import { CLASS_COLUMNS, COURSE_COLUMNS, type ClassColumn, type CourseColumn } from './columns.js';
import { readTable, type Row } from './csv-table.js';
import { at, identified, type ReadingContext } from './reading-context.js';

export async function readCourses({ set, data, log }: ReadingContext): Promise<boolean> {
  const onRow = ({ line, cell }: Row<CourseColumn>): void => {
    const place = at('courses', line);
    const id = cell('id');
    if (!identified(id, data.courses, place, log) || !isActive(cell('status'), place, log)) return;
    const subjects = idList(cell('subjects'));
    data.courses.set(id, { title: cell('title'), yearId: cell('yearId'), subjects });
  };
  const columns = COURSE_COLUMNS;
  const table = await readTable({ set, file: 'courses', columns, required: ['id'], log, onRow });
  return table.usable;
}

export async function readClasses({ set, data, log }: ReadingContext): Promise<boolean> {
  const onBadRow = ({ cell }: Row<ClassColumn>): void => void data.unreadClassIds.add(cell('id'));
  const onRow = ({ line, cell }: Row<ClassColumn>): void => {
    const place = at('classes', line);
    const id = cell('id');
    if (!identified(id, data.classes, place, log, data.unreadClassIds)) return;
    data.classes.set(id, {
      line,
      id,
      active: isActive(cell('status'), place, log),
      title: cell('title'),
      code: cell('code'),
      courseId: cell('courseId'),
      orgId: cell('orgId'),
      termIds: idList(cell('termIds')),
      subjects: idList(cell('subjects')),
    });
  };
  const table = await readTable({
    set,
    file: 'classes',
    columns: CLASS_COLUMNS,
    required: ['id', 'orgId'],
    log,
    onRow,
    onBadRow,
  });
  return table.usable;
}
