import type { Command } from 'commander';
import { PersonExportService } from '../features/person-export/person-export.service.js';
import { print, withServices } from './command.js';

export function personCommands(program: Command): void {
  const person = program.command('person').description('what is held on one person, over all schools');

  person
    .command('export')
    .description('everything held on whoever has this email, with an account or without, as JSON')
    .requiredOption('--email <email>')
    .action(async ({ email }: { email: string }, command: Command) => {
      const held = await withServices((services) => services.get(PersonExportService).forOperator(email));
      print(command, { json: held, lines: [JSON.stringify(held, null, 2)] });
    });
}
