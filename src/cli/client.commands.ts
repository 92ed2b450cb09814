import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { ApplicationsService } from '../features/oauth/applications.service.js';
import { currentOperation, inOperation } from '../platform/audit/operation.js';
import { ClientDocuments } from '../features/oauth/documents/client-documents.service.js';
import { print, table, UsageError, withServices } from './command.js';
import { settingsOfOther, withServicesOf } from './other-installation.js';
import { clientWebhookCommands } from './webhook.commands.js';

interface ClientOptions {
  name: string;
  redirectUri?: string[];
  public?: boolean;
  native?: boolean;
  device?: boolean;
}

export function clientCommands(client: Command): void {
  createCommand(client);
  copyCommand(client);
  hostCommands(client);
  clientWebhookCommands(client);

  client
    .command('list')
    .description('every application, by name')
    .action(async (_options: unknown, command: Command) => {
      const clients = await withServices((services) => services.get(ApplicationsService).list());
      print(command, {
        json: { clients },
        lines: table(
          clients.map(({ redirect_uris, ...client }) => ({
            ...client,
            redirect_uris: redirect_uris.join(' '),
          })),
        ),
      });
    });

  client
    .command('revoke')
    .description('takes the credentials back and ends every session of the application')
    .requiredOption('--client-id <id>')
    .action(async ({ clientId }: { clientId: string }, command: Command) => {
      await withServices((services) => services.get(ApplicationsService).revoke(clientId));
      const line = `The application ${clientId} is revoked: its sessions are over, and its credentials open nothing.`;
      print(command, { json: { client_id: clientId }, lines: [line] });
    });
}

function hostCommands(client: Command): void {
  const documents = (services: INestApplicationContext) => services.get(ClientDocuments);
  client
    .command('allow')
    .argument('<host>', 'https:// and a host')
    .description('lets people sign in with every application that has a document about itself on this host')
    .action(async (host: string, _options: unknown, command: Command) => {
      const origin = await withServices((services) => documents(services).allow(host));
      const line = `People may sign in with applications that ${origin} has a document about.`;
      print(command, { json: { origin }, lines: [line] });
    });

  client
    .command('allowed')
    .description('hosts whose documents count as applications')
    .action(async (_options: unknown, command: Command) => {
      const hosts = await withServices((services) => documents(services).listAllowed());
      const listed = hosts.map((host) => ({ ...host, allowed_at: host.allowed_at.toISOString() }));
      print(command, { json: { hosts: listed }, lines: table(listed) });
    });

  client
    .command('disallow')
    .argument('<host>', 'https:// and a host')
    .description('takes the host back and ends every session of its applications')
    .action(async (host: string, _options: unknown, command: Command) => {
      const origin = await withServices((services) => documents(services).disallow(host));
      const line = `Nobody signs in with applications of ${origin} any more; their sessions are over.`;
      print(command, { json: { origin }, lines: [line] });
    });
}

function createCommand(client: Command): void {
  client
    .command('create')
    .description('issues credentials; the secret is shown this once')
    .requiredOption('--name <name>')
    .option(
      '--redirect-uri <uri...>',
      'where people may come back to from /oauth/authorize, and after signing out',
    )
    .option('--public', 'it runs in a browser or on a device, and cannot keep a secret: it gets none')
    .option('--native', 'it runs on a device: with --public; people are asked each time')
    .option('--device', 'it runs on a device without a keyboard: with --public')
    .action(async (options: ClientOptions, command: Command) => {
      const created = await withServices((services) => createClient(services, options));
      print(command, {
        json: {
          client_id: created.clientId,
          ...(created.clientSecret !== undefined && { client_secret: created.clientSecret }),
        },
        lines: [
          `client_id ${created.clientId}`,
          ...(created.clientSecret === undefined
            ? [`${options.name} is made. It needs no secret.`]
            : [
                `client_secret ${created.clientSecret}`,
                `${options.name} is made. The secret is shown this once.`,
              ]),
        ],
      });
    });
}

function copyCommand(client: Command): void {
  client
    .command('copy')
    .description(
      'makes the credentials of an application good in another installation behind the same address',
    )
    .requiredOption('--client-id <id>')
    .requiredOption('--to <file>', 'the settings of the other installation, as its .env has them')
    .action(async ({ clientId, to }: { clientId: string; to: string }, command: Command) => {
      const { name } = await withServices(async (services) => {
        const application = await services.get(ApplicationsService).getForCopy(clientId);
        const settings = await settingsOfOther(to);
        await withServicesOf(settings, (there) =>
          toldThere(() => there.get(ApplicationsService).takeCopy(application)),
        );
        return application;
      });
      const line = `${name} has the same client_id and client_secret there. What is changed or revoked here later stays as it is there.`;
      print(command, { json: { client_id: clientId, copied: true }, lines: [line] });
    });
}

/** Work in another installation, which has an entry of its own in the trail there: it takes the place of none here. */
function toldThere<T>(work: () => Promise<T>): Promise<T> {
  const operation = currentOperation();
  return operation ? inOperation({ ...operation, entries: 0 }, work) : work();
}

async function createClient(
  services: INestApplicationContext,
  { name, redirectUri: redirectUris = [], ...options }: ClientOptions,
): Promise<{ clientId: string; clientSecret?: string }> {
  const applications = services.get(ApplicationsService);
  const { native: isNative = false, device: usesDeviceCode = false } = options;
  if (options.public) return applications.createPublic({ name, redirectUris, isNative, usesDeviceCode });
  if (isNative || usesDeviceCode) throw new UsageError('--native and --device go with --public.');
  return applications.create(name, redirectUris);
}
