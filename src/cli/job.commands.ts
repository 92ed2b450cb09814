import type { Command } from 'commander';
import { JOBS_SHOWN, MailJobsService } from '../features/alerts/mail/mail-jobs.service.js';
import { print, withServices } from './command.js';
import { table } from './table.js';

export function jobCommands(program: Command): void {
  const jobs = program.command('jobs').description('alerts by mail: what waits, was sent, or was given up');

  jobs
    .command('list')
    .description(`the newest ${JOBS_SHOWN}, newest first`)
    .option('--failed', 'only those that were given up')
    .action(async ({ failed = false }: { failed?: boolean }, command: Command) => {
      const found = await withServices((services) => services.get(MailJobsService).list({ failed }));
      const note = found.truncated ? [`These are the newest ${JOBS_SHOWN}; there are older ones.`] : [];
      print(command, { json: found, lines: [...table(found.jobs), ...note] });
    });

  jobs
    .command('retry')
    .description('sends one that was given up after all')
    .argument('<id>', 'as "jobs list" shows it')
    .action(async (id: string, _options: unknown, command: Command) => {
      const job = await withServices((services) => services.get(MailJobsService).retry(id));
      print(command, { json: { jobs: [job] }, lines: [`${job.id} is waiting to be sent.`] });
    });
}
