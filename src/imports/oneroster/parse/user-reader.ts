import { looksLikeEmail } from '../../../platform/text/normalize.js';
import { levelOf } from '../resolve/school-year.js';
import { isKnownRole } from '../resolve/person.js';
import { idList, isActive, isDisabled, orNothing } from './cell-values.js';
import { eachText, USER_COLUMNS, type UserColumn } from './columns.js';
import { readTable, type Row } from './csv-table.js';
import type { UserRow } from './roster-data.js';
import { InternedLists, interned, at, identified, type ReadingContext } from './reading-context.js';

const FEWER_CELLS = 'The row has fewer cells than the header; the others were read.';

export async function readUsers({ set, data, log }: ReadingContext): Promise<boolean> {
  const lists = new InternedLists(idList);
  const onBadRow = ({ cell }: Row<UserColumn>): void => void data.unreadUserIds.add(interned(cell('id')));
  const onRow = (row: Row<UserColumn>): void => {
    const location = at('users', row.line);
    const id = interned(row.cell('id'));
    if (!identified(id, data.users, location, log, data.unreadUserIds)) return;
    if (row.short && !fitsItsColumns(row)) {
      log.error(
        location,
        'column_count',
        id,
        'The row has fewer cells than the header and they do not fit; it was skipped.',
      );
      onBadRow(row);
      return;
    }
    if (row.short) log.warn(location, 'column_count', id, FEWER_CELLS);
    const active = isActive(row.cell('status'), location, log);
    const isOff = active && isDisabled(row.cell('enabled'), location, log);
    data.users.set(id, userRow(id, row, lists, active && !isOff));
  };
  const columns = USER_COLUMNS;
  const table = await readTable({
    set,
    file: 'users',
    columns,
    required: ['id'],
    log,
    onRow,
    onBadRow,
  });
  data.saysAgents = table.has('agentIds');
  return table.usable;
}

function userRow(
  id: string,
  { line, cell }: Row<UserColumn>,
  lists: InternedLists,
  active: boolean,
): UserRow {
  const orgIds = lists.of(cell('orgIds'));
  const agents = cell('agentIds');
  return {
    line,
    id,
    active,
    ...eachText((text) => interned(cell(text))),
    email: interned(orNothing(cell('email'))),
    phone: interned(orNothing(cell('phone')) || orNothing(cell('sms'))),
    grades: interned(cell('grades')),
    agentIds: agents === '' ? lists.of('') : idList(agents).map(interned),
    restrictedIds: lists.of(cell('restrictedIds')),
    roles: lists.of(cell('role')),
    orgIds: orgIds.length > 0 ? orgIds : lists.of(cell('primaryOrgId')),
  };
}

/**
 * Whether a row that lacks cells lacks them at its end. When one is missing in the middle, all that follow
 * stand in the wrong column, a password perhaps where a grade belongs: then some cell has the wrong form.
 */
function fitsItsColumns({ cell }: Row<UserColumn>): boolean {
  const email = orNothing(cell('email'));
  const grades = idList(cell('grades'));
  return (
    idList(cell('role')).every(isKnownRole) &&
    /^(|true|false|t|f|0|1|yes|no|y|n)$/i.test(cell('enabled')) &&
    (email === '' || looksLikeEmail(email)) &&
    [cell('phone'), cell('sms')].every((phone) => /^[-+()./\s\dx]*$/i.test(orNothing(phone))) &&
    grades.every((grade) => levelOf(grade) !== null || /^[a-z]{2}$/i.test(grade))
  );
}
