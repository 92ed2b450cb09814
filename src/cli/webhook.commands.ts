import type { Command } from 'commander';
import { SchoolsService } from '../features/schools/schools.service.js';
import {
  ApplicationWebhooks,
  type ListedWebhook,
} from '../features/webhooks/application-webhooks.service.js';
import { print, table, withServices } from './command.js';

interface AddOptions {
  clientId: string;
  url: string;
  kinds: string;
}

/** Webhooks of a school, which its senior admins have made. */
export function webhookCommands(program: Command): void {
  program
    .command('webhook')
    .description('addresses that hear of changes in a school')
    .command('list')
    .description('those of a school, and how they are; never a secret')
    .requiredOption('--school <school>', 'short name or id')
    .action(async ({ school }: { school: string }, command: Command) => {
      const webhooks = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(school);
        return services.get(ApplicationWebhooks).listOfSchool(id);
      });
      print(command, { json: { webhooks }, lines: linesOf(webhooks) });
    });
}

/** Webhooks of an application, below `client`. */
export function clientWebhookCommands(client: Command): void {
  const webhook = client
    .command('webhook')
    .description('addresses of an application that hear of changes in the schools in which it is used');
  addCommand(webhook);

  webhook
    .command('list')
    .description('those of an application, and how they are; never a secret')
    .requiredOption('--client-id <id>')
    .action(async ({ clientId }: { clientId: string }, command: Command) => {
      const webhooks = await withServices((services) => services.get(ApplicationWebhooks).list(clientId));
      print(command, { json: { webhooks }, lines: linesOf(webhooks) });
    });

  webhook
    .command('remove')
    .description('removes one, with what waits for it')
    .requiredOption('--client-id <id>')
    .requiredOption('--url <url>', 'its address, or its id, as "client webhook list" shows them')
    .action(async ({ clientId, url }: Omit<AddOptions, 'kinds'>, command: Command) => {
      const removed = await withServices((services) =>
        services.get(ApplicationWebhooks).remove(clientId, url),
      );
      print(command, { json: { removed }, lines: [`Removed: ${removed}.`] });
    });
}

/** It seals the secret, and needs a key for it. */
function addCommand(webhook: Command): void {
  webhook
    .command('add')
    .description('adds one; the secret is shown this once')
    .requiredOption('--client-id <id>')
    .requiredOption('--url <url>', 'https, with a name of the public internet')
    .requiredOption('--kinds <kinds>', 'with commas between them: notification.created,notice.created')
    .action(async ({ clientId, url, kinds }: AddOptions, command: Command) => {
      const given = kinds.split(',').map((kind) => kind.trim());
      const { webhookId, secret } = await withServices((services) =>
        services.get(ApplicationWebhooks).add(clientId, url, given),
      );
      print(command, {
        json: { webhook_id: webhookId, secret },
        lines: [
          `webhook_id ${webhookId}`,
          `secret ${secret}`,
          `${new URL(url).host} hears of what happens from now on. The secret is shown this once.`,
        ],
      });
    });
}

const linesOf = (webhooks: ListedWebhook[]): string[] =>
  table(webhooks.map(({ kinds, ...webhook }) => ({ ...webhook, kinds: kinds.join(' ') })));
