import type { Command } from 'commander';
import { type AuditRow, AuditService } from '../features/audit/audit.service.js';
import { UsersService } from '../features/identity/users.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { print, table, UsageError, withServices } from './command.js';

interface ListOptions {
  school?: string;
  person?: string;
  item?: string;
  since?: Date;
}

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('who did what, and whether all of it is still there');

  audit
    .command('list')
    .description('the newest thousand entries, newest first')
    .option('--school <school>', 'of this school alone: short name or id')
    .option('--person <email>', 'what this person did')
    .option('--item <id>', 'what was done with this thing')
    .option('--since <time>', 'not before, as 2026-11-26 or 2026-11-26T08:00:00Z', moment)
    .action(async ({ school, person, item, since }: ListOptions, command: Command) => {
      const entries = await withServices(async (services) => {
        const schools = services.get(SchoolsService);
        const schoolId = school === undefined ? undefined : (await schools.getByReference(school)).id;
        const user = person === undefined ? undefined : await services.get(UsersService).getByEmail(person);
        return services.get(AuditService).list({ schoolId, userId: user?.id, item, since });
      });
      print(command, { json: { entries: entries.map(entryOf) }, lines: table(entries.map(lineOf)) });
    });

  audit
    .command('verify')
    .description('finds the first entry that was altered, removed or put in between')
    .action(async (_options: unknown, command: Command) => {
      const { rows, fault } = await withServices((services) => services.get(AuditService).verify());
      const where = fault && `entry ${fault.position} of ${fault.school_id ?? 'the installation'}`;
      print(command, {
        json: { ok: !fault, rows, ...(fault && { first_fault: fault }) },
        lines: [
          fault
            ? `The first fault is ${where}: ${fault.fault}.`
            : `All ${rows} entries are as they were written.`,
        ],
      });
      if (fault) throw new CommandRefusedError('The audit trail is not as it was written.');
    });
}

function moment(value: string): Date {
  const date = new Date(value);
  if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(value) || Number.isNaN(date.getTime()))
    throw new UsageError(
      '--since should be a date or a date-time with an offset, such as 2026-11-26T08:00:00Z.',
    );
  return date;
}

const entryOf = (row: AuditRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  school_id: row.school_id,
  actor: {
    kind: row.actor_kind,
    id: row.actor_id,
    membership_id: row.membership_id,
    name: row.operator ?? row.name,
  },
  reason: row.reason,
  operation: row.operation,
  item: row.item_type === null ? null : { type: row.item_type, id: row.item_id },
  source: row.source,
});

/** Fits into 80 columns but for the id of the item, which `--item` takes. */
const lineOf = (row: AuditRow) => ({
  at: row.at.toISOString().slice(0, 19).replace('T', ' '),
  who: row.operator ?? row.name ?? row.actor_kind,
  operation: row.operation,
  item: row.item_type === null ? '' : `${row.item_type} ${row.item_id}`,
});
