import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { type AuditChainHead, type AuditRow, AuditService } from '../features/audit/audit.service.js';
import { UsersService } from '../features/account/users.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { momentOf, print, table, withServices } from './command.js';

interface ListOptions {
  school?: string;
  person?: string;
  item?: string;
  since?: Date;
  until?: Date;
}

const moment = momentOf('--since and --until');

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('who did what, and whether all of it is still there');

  audit
    .command('list')
    .description('the newest thousand entries, newest first')
    .option('--school <school>', 'of this school alone: short name or id')
    .option('--person <email>', 'what this person did')
    .option('--item <id>', 'what was done with this thing')
    .option('--since <time>', 'not before, as 2026-11-26 or 2026-11-26T08:00:00Z', moment)
    .option('--until <time>', 'not after: with the time of the last one, what was before it', moment)
    .action(async ({ school, person, item, since, until }: ListOptions, command: Command) => {
      const entries = await withServices(async (services) => {
        const schools = services.get(SchoolsService);
        const schoolId = school === undefined ? undefined : (await schools.getByReference(school)).id;
        const user = person === undefined ? undefined : await services.get(UsersService).getByEmail(person);
        return services.get(AuditService).list({ schoolId, userId: user?.id, item, since, until });
      });
      print(command, { json: { entries: entries.map(entryOf) }, lines: table(entries.map(lineOf)) });
    });
  verifyCommand(audit);
}

function verifyCommand(audit: Command): void {
  audit
    .command('verify')
    .description(
      'finds the first entry that was altered, removed or put in between; prints where each chain ends',
    )
    .option(
      '--against <file>',
      'what it printed before, kept elsewhere: a chain that was made anew is found by it',
    )
    .action(async ({ against }: { against?: string }, command: Command) => {
      const earlier = against === undefined ? [] : await headsIn(against);
      const { rows, heads, fault } = await withServices((services) =>
        services.get(AuditService).verify(earlier),
      );
      const where = fault && `entry ${fault.position} of ${fault.school_id ?? 'the installation'}`;
      const compared = earlier.length > 0 ? ` They agree with ${earlier.length} chains of before.` : '';
      print(command, {
        json: { ok: !fault, rows, heads, ...(fault && { first_fault: fault }) },
        lines: [
          fault
            ? `The first fault is ${where}: ${fault.fault}.`
            : `All ${rows} entries are as they were written.${compared}`,
          '',
          ...table(heads),
        ],
      });
      if (fault) throw new CommandRefusedError('The audit trail is not as it was written.');
    });
}

const HEAD = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) +(\d{1,15}) +([0-9a-f]{64})$/;
const printed = z.object({
  heads: z.array(
    z.object({ chain: z.uuid(), position: z.int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

/** The printed heads, from lines or JSON. @throws CommandRefusedError when there is none */
async function headsIn(path: string): Promise<AuditChainHead[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefusedError(`${path} cannot be read (${String(error.code)}).`);
  });
  const heads = text.trimStart().startsWith('{') ? headsOfJson(text) : headsOfLines(text);
  if (heads.length > 0) return heads;
  throw new CommandRefusedError(`${path} should hold what "audit verify" has printed, with the chains.`);
}

function headsOfJson(text: string): AuditChainHead[] {
  try {
    return printed.parse(JSON.parse(text)).heads;
  } catch {
    return [];
  }
}

const headsOfLines = (text: string): AuditChainHead[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, chain, position, hash] = HEAD.exec(line) ?? [];
    return chain && hash ? [{ chain, position: Number(position), hash }] : [];
  });

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
  count: row.count,
});

/** Fits into 80 columns but for the id of the item, which `--item` takes. */
const lineOf = (row: AuditRow) => ({
  at: row.at.toISOString().slice(0, 19).replace('T', ' '),
  who: row.operator ?? row.name ?? row.actor_kind,
  operation: row.count > 1 ? `${row.operation} (${row.count} times)` : row.operation,
  item: row.item_type === null ? '' : `${row.item_type} ${row.item_id}`,
});
