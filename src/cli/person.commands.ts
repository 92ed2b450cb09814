import type { Command } from 'commander';
import { PersonErasureService, type Erasure } from '../features/person/person-erasure.service.js';
import { OperatorExportService } from '../features/person/operator-export.service.js';
import { print, printPieces, table, UsageError, withServices } from './command.js';
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
        const erasures = services.get(PersonErasureService);
        return confirm ? erasures.erase(email) : erasures.preview(email);
      });
      print(command, { json: erasure, lines: erasureLines(erasure, confirm) });
      if (!confirm) throw new UsageError('Nothing was erased: add --confirm to do it.');
    });
}

const AFTERWARDS = [
  'An import that names this email puts the contact on the roster again: take it out of the source first.',
  'Backups and mail that was sent are not reached: erase again after restoring an older backup.',
];

function erasureLines({ erased, kept }: Erasure, done: boolean): string[] {
  const gone = Object.entries(erased).map(([of, rows]) => ({ [done ? 'erased' : 'would go']: of, rows }));
  const stays = Object.entries(kept).map(([of, { rows, reason }]) => ({ kept: of, rows, why: reason }));
  if (gone.length + stays.length === 0) return ['Nothing is held on anyone with this email.'];
  return [...table(gone), '', ...table(stays), '', ...AFTERWARDS];
}
