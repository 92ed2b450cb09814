import type { Command } from 'commander';
import { Erasures, type ErasedAgain } from '../features/person/erasures.service.js';
import { PersonErasureService, type Erasure } from '../features/person/person-erasure.service.js';
import { OperatorExportService } from '../features/person/operator-export.service.js';
import { momentOf, print, printPieces, table, UsageError, withServices } from './command.js';
import { NO_BAR, terminalProgress } from './describe-report.js';

export function personCommands(program: Command): void {
  const person = program.command('person').description('what is held on one person, over all schools');

  person
    .command('export')
    .description('everything held on whoever has this email, with an account or without, as JSON')
    .requiredOption('--email <email>')
    .action(async ({ email }: { email: string }, command: Command) => {
      // Where the document itself is seen coming, a bar would stand in the middle of it.
      const progress = process.stdout.isTTY ? NO_BAR : terminalProgress();
      await withServices((services) =>
        services.get(OperatorExportService).run(email, (members) => printPieces(command, members), progress),
      ).finally(() => progress.end());
    });

  person
    .command('erase')
    .description('removes it for good and says what stays, and why; without --confirm only says so')
    .requiredOption('--email <email>')
    .option('--confirm', 'required to remove: only a backup can undo it')
    .action(async ({ email, confirm = false }: { email: string; confirm?: boolean }, command: Command) => {
      const erasure = await withServices((services) => {
        return confirm
          ? services.get(Erasures).erase(email)
          : services.get(PersonErasureService).preview(email);
      });
      print(command, { json: erasure, lines: erasureLines(erasure, confirm) });
      if (!confirm) throw new UsageError('Nothing was erased: add --confirm to do it.');
    });
  eraseAgain(person);
}

function eraseAgain(person: Command): void {
  person
    .command('erase-again')
    .description('after a restore: erases who was erased since the backup was made')
    .requiredOption('--since <time>', 'when the backup was made, as restore has said', momentOf('--since'))
    .option('--erasures <file>', 'notes of the installation before, if those are not where TOMBSTONES says')
    .action(async ({ since, erasures }: { since: Date; erasures?: string }, command: Command) => {
      const again = await withServices((services) => services.get(Erasures).again(since, null, erasures));
      print(command, { json: again, lines: againLines(again, { since, erasures }) });
    });
}

export const againLines = (
  { erased_again: erased, not_erased: not, notes }: ErasedAgain,
  { since, erasures }: { since: Date; erasures?: string },
): string[] => [
  ...(notes === null
    ? [
        `No notes of erasures were found where TOMBSTONES says: whoever was erased after the backup was made is back. Name the notes of the installation before (person erase-again --since ${since.toISOString()} --erasures PLACE), or find out who asked to be forgotten since.`,
      ]
    : []),
  ...(erased > 0 ? [`${erased} people who were erased after the backup were erased again.`] : []),
  ...(not > 0
    ? [
        `${not} could not be: nobody else is senior admin of a school of theirs. Make somebody one, and run "person erase-again --since ${since.toISOString()}${erasures === undefined ? '' : ` --erasures ${erasures}`}".`,
      ]
    : []),
];

const AFTERWARDS = [
  'An import that names this email puts the contact on the roster again: take it out of the source first.',
  'Mail that was sent is not reached. It is noted where TOMBSTONES says: keep those notes, and a restore erases again.',
];

function erasureLines({ erased, kept }: Erasure, done: boolean): string[] {
  const gone = Object.entries(erased).map(([of, rows]) => ({ [done ? 'erased' : 'would go']: of, rows }));
  const stays = Object.entries(kept).map(([of, { rows, reason }]) => ({ kept: of, rows, why: reason }));
  if (gone.length + stays.length === 0) return ['Nothing is held on anyone with this email.'];
  return [...table(gone), '', ...table(stays), '', ...AFTERWARDS];
}
