import type { Command } from 'commander';
import { MAX_LISTED_JOBS, MailJobsService } from '../platform/mail/mail-jobs.service.js';
import type { PendingRemovals } from '../platform/storage/object-removals.repository.js';
import { ObjectRemovals } from '../platform/storage/object-removals.service.js';
import { AuthenticatorSecrets } from '../features/account/two-step/authenticator-secrets.service.js';
import { WebhookSecretRotation } from '../features/webhooks/webhook-secret-rotation.service.js';
import { PollTalliesService } from '../features/polls/poll-tallies.service.js';
import { RetentionService } from '../features/person/retention.service.js';
import { print, table, withServices } from './command.js';

export function jobCommands(program: Command): void {
  const jobs = program
    .command('jobs')
    .description('every mail that waits, was sent, or was given up; objects that are to go');

  jobs
    .command('list')
    .description(`the newest ${MAX_LISTED_JOBS}, newest first`)
    .option('--failed', 'only those that were given up, and whose they were')
    .action(async ({ failed = false }: { failed?: boolean }, command: Command) => {
      const [found, removals] = await withServices(async (services) => [
        await services.get(MailJobsService).list({ failed }),
        await services.get(ObjectRemovals).pending(),
      ]);
      const note = found.truncated ? [`These are the newest ${MAX_LISTED_JOBS}; there are older ones.`] : [];
      print(command, {
        json: { ...found, object_removals: removals },
        lines: [...table(found.jobs), ...note, ...removalLines(removals)],
      });
    });

  jobs
    .command('retry')
    .description('sends one that was given up after all')
    .argument('<id>', 'as "jobs list" shows it')
    .action(async (id: string, _options: unknown, command: Command) => {
      const job = await withServices((services) => services.get(MailJobsService).retry(id));
      const line =
        job.state === 'dropped'
          ? `${job.id} is dropped: its link has expired, and whoever wants one asks for another.`
          : `${job.id} is waiting to be sent.`;
      print(command, { json: { jobs: [job] }, lines: [line] });
    });
}

export function retentionCommands(program: Command): void {
  program
    .command('retention')
    .description('how long what is stored is kept')
    .command('run')
    .description('ends what has outlived its period, as the service does every day')
    .action(async (_options: unknown, command: Command) => {
      const removed = await withServices((services) => services.get(RetentionService).run());
      const rows = Object.entries(removed).filter(([, count]) => count > 0);
      print(command, {
        json: { removed },
        lines:
          rows.length === 0
            ? ['Nothing has outlived its period.']
            : table(rows.map(([of, count]) => ({ of, removed: count }))),
      });
    });
}

export function secretCommands(program: Command): void {
  program
    .command('secrets')
    .description('what is stored sealed')
    .command('rotate')
    .description('seals all of it by the first key of DATA_KEY; can be begun again')
    .action(async (_options: unknown, command: Command) => {
      const rotations = await withServices(async (services) => [
        await services.get(AuthenticatorSecrets).rotate(),
        await services.get(WebhookSecretRotation).rotate(),
        await services.get(PollTalliesService).rotate(),
      ]);
      const sum = (of: 'sealed' | 'unopenable') => rotations.reduce((total, one) => total + one[of], 0);
      const [sealed, unopenable] = [sum('sealed'), sum('unopenable')];
      const lost = unopenable > 0 ? [`Opened by no key: ${unopenable}. "doctor" says what to do.`] : [];
      print(command, {
        json: { sealed, unopenable },
        lines: [`Sealed by the first key: ${sealed}.`, ...lost],
      });
    });
}

function removalLines({ due, scheduled, oldest_due_at: oldest }: PendingRemovals): string[] {
  if (due + scheduled === 0) return [];
  const since = oldest ? ` (the oldest since ${oldest})` : '';
  return [`Objects that are to go: ${due} now${since}, ${scheduled} within a day.`];
}
