import type { IssueLog } from '../issue-log.js';
import { dateCell, idList, isActive, isTrue } from './cell-values.js';
import {
  ORG_COLUMNS,
  RELATIONSHIP_COLUMNS,
  ROLE_COLUMNS,
  SESSION_COLUMNS,
  type OrgColumn,
  type RelationshipColumn,
  type RoleColumn,
  type SessionColumn,
  CLASS_COLUMNS,
  COURSE_COLUMNS,
  type ClassColumn,
  type CourseColumn,
} from './columns.js';
import { readTable, type Row } from './csv-table.js';
import { readEnrollments } from './enrollment-reader.js';
import { InternedLists, interned, at, identified, type ReadingContext } from './reading-context.js';
import { readModes } from './manifest.js';
import type { RosterData } from './roster-data.js';
import type { RosterSource, SetFile } from './file-names.js';
import { readUsers } from './user-reader.js';

async function readCourses({ set, data, log }: ReadingContext): Promise<boolean> {
  const onRow = ({ line, cell }: Row<CourseColumn>): void => {
    const location = at('courses', line);
    const id = cell('id');
    if (!identified(id, data.courses, location, log) || !isActive(cell('status'), location, log)) return;
    const subjects = idList(cell('subjects'));
    data.courses.set(id, { title: cell('title'), yearId: cell('yearId'), subjects });
  };
  const columns = COURSE_COLUMNS;
  const table = await readTable({ set, file: 'courses', columns, required: ['id'], log, onRow });
  return table.usable;
}

async function readClasses({ set, data, log }: ReadingContext): Promise<boolean> {
  const onBadRow = ({ cell }: Row<ClassColumn>): void => void data.unreadClassIds.add(cell('id'));
  const onRow = ({ line, cell }: Row<ClassColumn>): void => {
    const location = at('classes', line);
    const id = cell('id');
    if (!identified(id, data.classes, location, log, data.unreadClassIds)) return;
    data.classes.set(id, {
      line,
      id,
      active: isActive(cell('status'), location, log),
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

/** Reads the files of a set that the import uses, one after another. */
export async function readRoster(set: RosterSource, log: IssueLog): Promise<RosterData> {
  const data: RosterData = {
    modes: await readModes(set, log),
    orgs: new Map(),
    sessions: new Map(),
    schoolYears: [],
    users: new Map(),
    unreadUserIds: new Set(),
    roles: new Map(),
    relationships: [],
    unreadRelatives: new Set(),
    courses: new Map(),
    classes: new Map(),
    unreadClassIds: new Set(),
    enrollments: new Map(),
    saysAgents: false,
  };
  const context = { set, data, log };
  await ifPresent(context, 'orgs', readOrgs);
  await ifPresent(context, 'academicSessions', readSessions);
  await ifPresent(context, 'users', readUsers);
  await ifPresent(context, 'roles', readRoles);
  await ifPresent(context, 'relationships', readRelationships);
  await ifPresent(context, 'courses', readCourses);
  await ifPresent(context, 'classes', readClasses);
  await ifPresent(context, 'enrollments', readEnrollments);
  return data;
}

async function ifPresent(
  context: ReadingContext,
  file: SetFile,
  read: (context: ReadingContext) => Promise<boolean>,
): Promise<void> {
  if (context.data.modes[file] === 'absent') return;
  const usable = await read(context);
  if (!usable) context.data.modes[file] = 'absent';
}

async function readOrgs({ set, data, log }: ReadingContext): Promise<boolean> {
  const onRow = ({ line, cell }: Row<OrgColumn>): void => {
    const location = at('orgs', line);
    const id = cell('id');
    if (!identified(id, data.orgs, location, log)) return;
    data.orgs.set(id, {
      line,
      id,
      active: isActive(cell('status'), location, log),
      name: cell('name'),
      type: cell('type')
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
      parentId: cell('parentId'),
    });
  };
  const table = await readTable({
    set,
    file: 'orgs',
    columns: ORG_COLUMNS,
    required: ['id', 'type'],
    log,
    onRow,
  });
  return table.usable;
}

async function readSessions({ set, data, log }: ReadingContext): Promise<boolean> {
  const onRow = ({ line, cell }: Row<SessionColumn>): void => {
    const location = at('academicSessions', line);
    if (!isActive(cell('status'), location, log)) return;
    const start = dateCell(cell('startDate'), location, log);
    const end = dateCell(cell('endDate'), location, log);
    const session = { line, id: cell('id'), title: cell('title'), start, end };
    const type = cell('type')
      .toLowerCase()
      .replace(/[^a-z]/g, '');
    if (type === 'schoolyear') data.schoolYears.push(session);
    // A school year counts without an id too; classes have nothing to name it by.
    if (session.id !== '' && !data.sessions.has(session.id)) data.sessions.set(session.id, session);
  };
  const table = await readTable({
    set,
    file: 'academicSessions',
    columns: SESSION_COLUMNS,
    required: ['type', 'endDate'],
    log,
    onRow,
  });
  return table.usable;
}

async function readRoles({ set, data, log }: ReadingContext): Promise<boolean> {
  const lists = new InternedLists(idList);
  const onRow = ({ line, cell }: Row<RoleColumn>): void => {
    const location = at('roles', line);
    const userId = data.users.get(cell('userId'))?.id ?? interned(cell('userId'));
    if (userId === '') {
      log.error(location, 'missing_sourced_id', 'userSourcedId', 'The row names no user; it was skipped.');
      return;
    }
    const row = {
      line,
      userId,
      active: isActive(cell('status'), location, log),
      role: interned(cell('role')),
      primary: isTrue(cell('roleType')) || isTrue(cell('isPrimary')),
      orgIds: lists.of(cell('orgId')),
      endDate: dateCell(cell('endDate'), location, log),
      grades: interned(cell('grades')),
    };
    const rows = data.roles.get(userId);
    if (rows) rows.push(row);
    else data.roles.set(userId, [row]);
  };
  const onBadRow = ({ cell }: Row<RoleColumn>): void => void data.unreadUserIds.add(interned(cell('userId')));
  const table = await readTable({
    set,
    file: 'roles',
    columns: ROLE_COLUMNS,
    required: ['userId', 'role'],
    log,
    onRow,
    onBadRow,
  });
  return table.usable;
}

async function readRelationships({ set, data, log }: ReadingContext): Promise<boolean> {
  const onBadRow = ({ cell }: Row<RelationshipColumn>): void => {
    for (const id of [cell('userId'), cell('otherId')]) if (id !== '') data.unreadRelatives.add(interned(id));
  };
  const onRow = (row: Row<RelationshipColumn>): void => {
    const { line, cell } = row;
    const location = at('relationships', line);
    const userId = interned(cell('userId'));
    const otherId = interned(cell('otherId'));
    if (userId === '' || otherId === '') {
      log.error(
        location,
        'missing_sourced_id',
        'userSourcedId',
        'The row does not name two people; it was skipped.',
      );
      onBadRow(row);
      return;
    }
    const active = isActive(cell('status'), location, log);
    data.relationships.push({ line, active, userId, otherId, role: interned(cell('role')) });
  };
  const table = await readTable({
    set,
    file: 'relationships',
    columns: RELATIONSHIP_COLUMNS,
    required: ['userId', 'otherId'],
    log,
    onRow,
    onBadRow,
  });
  return table.usable;
}
