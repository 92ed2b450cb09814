import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { databaseAddress } from '../platform/config/database-address.js';
import { readSettings, type Settings } from '../platform/config/settings.js';
import { CredentialsService, type TwoStepSetup } from '../features/account/passwords/credentials.service.js';
import { OperatorTokensService } from '../features/oauth/tokens/operator-tokens.service.js';
import { UsersService } from '../features/account/users.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { clientCommands } from './client.commands.js';
import { print, reasonGiven, table, UsageError, withServices } from './command.js';

interface UserOptions {
  email: string;
  firstName?: string;
  lastName?: string;
  passwordStdin?: boolean;
  twoStep?: boolean;
  off?: boolean;
}

interface TokenOptions {
  email: string;
  reason: string;
  ttl: number;
  twoStepPending?: boolean;
}

/** Four hours; a test may need a token for longer. */
const MAX_TTL = 4 * 60 * 60;
const MAX_TEST_TTL = 366 * 24 * 60 * 60;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|)$/;

export function accountCommands(program: Command): void {
  const user = program.command('user').description('people, across schools');
  userCommands(user);
  twoStepCommand(user);
  rebindCommand(user);
  proveCommand(user);
  listCommand(user);
  clientCommands(program.command('client').description('applications that may obtain tokens'));
  tokenCommands(program.command('token').description('access tokens for support and scripts'));
}

function userCommands(user: Command): void {
  user
    .command('create')
    .description('makes an account whose email counts as verified')
    .requiredOption('--email <email>')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--password-stdin', 'reads the password from standard input')
    .option('--two-step', 'turns two-step verification on')
    .action(async (options: UserOptions, command: Command) => {
      const password = options.passwordStdin ? await passwordFromStdin() : null;
      const { id, setup } = await withServices((services) => createUser(services, options, password));
      printPerson(command, id, setup);
    });

  user
    .command('password')
    .description('sets a password and ends every session of the person')
    .requiredOption('--email <email>')
    .requiredOption('--password-stdin', 'reads the password from standard input')
    .action(async ({ email }: UserOptions, command: Command) => {
      const password = await passwordFromStdin();
      const { id } = await withServices(async (services) => {
        const person = await services.get(UsersService).getByEmail(email);
        await services.get(CredentialsService).setPassword(person.id, password);
        return person;
      });
      printPerson(command, id, null);
    });
}

function listCommand(user: Command): void {
  user
    .command('list')
    .description('every account, or those of a school')
    .option('--school <school>', 'short name or id')
    .action(async ({ school }: { school?: string }, command: Command) => {
      const users = await withServices(async (services) => {
        const id = school ? (await services.get(SchoolsService).getByReference(school)).id : null;
        return services.get(UsersService).list(id);
      });
      const lines = table(users.map(({ schools, ...user }) => ({ ...user, schools: schools.join(' ') })));
      print(command, { json: { users }, lines });
    });
}

function rebindCommand(user: Command): void {
  user
    .command('rebind')
    .description('lets another subject of the outside provider have the account: the next one that signs in')
    .requiredOption('--email <email>')
    .action(async ({ email }: UserOptions, command: Command) => {
      const { id } = await withServices((services) => services.get(UsersService).rebind(email));
      printPerson(command, id, null);
    });
}

function proveCommand(user: Command): void {
  user
    .command('prove')
    .description(
      'counts the address of an account that has come with a school as proven: you know whose it is',
    )
    .requiredOption('--email <email>')
    .action(async ({ email }: UserOptions, command: Command) => {
      const { id } = await withServices((services) => services.get(UsersService).prove(email));
      printPerson(command, id, null);
    });
}

function twoStepCommand(user: Command): void {
  user
    .command('two-step')
    .description('sets two-step verification up, or anew; ends every session of the person')
    .requiredOption('--email <email>')
    .option('--off', 'turns it off: the password alone is enough')
    .action(async ({ email, off }: UserOptions, command: Command) => {
      const { id, setup } = await withServices(async (services) => {
        const person = await services.get(UsersService).getByEmail(email);
        const credentials = services.get(CredentialsService);
        if (off) await credentials.turnTwoStepOff(person.id);
        return { id: person.id, setup: off ? null : await credentials.setUpTwoStep(person.id, person.email) };
      });
      printPerson(command, id, setup);
    });
}

async function createUser(services: INestApplicationContext, options: UserOptions, password: string | null) {
  const credentials = services.get(CredentialsService);
  const { email: address, firstName, lastName } = options;
  const words = [address, firstName, lastName].filter((word) => word !== undefined);
  if (password !== null) await credentials.checkPassword(password, words);
  const { id, email } = await services.get(UsersService).create(options);
  // The password last: should anything fail in between, nobody signs in by it alone.
  const setup = options.twoStep ? await credentials.setUpTwoStep(id, email) : null;
  if (password !== null) await credentials.setPassword(id, password);
  return { id, setup };
}

function printPerson(command: Command, id: string, setup: TwoStepSetup | null): void {
  print(command, {
    json: { user_id: id, ...(setup && { totp_uri: setup.totpUri, recovery_codes: setup.recoveryCodes }) },
    lines: [id, ...(setup ? [setup.totpUri, ...setup.recoveryCodes] : [])],
  });
}

/** Never an argument: arguments are seen by everyone on the machine. */
async function passwordFromStdin(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.replace(/\r?\n$/, '');
}

function tokenCommands(token: Command): void {
  token
    .command('issue')
    .description('prints an access token of one user; what is read with it counts as read by the operator')
    .requiredOption('--email <email>')
    .requiredOption(
      '--reason <reason>',
      'why; told to the person where two-step verification is on',
      reasonGiven,
    )
    .option('--ttl <seconds>', 'how long it is valid, at most 4 hours', seconds, 3600)
    .option('--two-step-pending', 'as if the second step were still missing')
    .action(async ({ email, reason, ttl, twoStepPending }: TokenOptions, command: Command) => {
      const settings = readSettings();
      if (ttl > MAX_TTL && !isOfTests(settings))
        throw new UsageError(`--ttl should be at most ${MAX_TTL} seconds.`);
      const { accessToken, expiresAt } = await withServices(
        (services) =>
          services
            .get(OperatorTokensService)
            .issueToOperator(email, ttl, { reason, secondStepPending: twoStepPending }),
        { read: () => settings },
      );
      print(command, {
        json: { access_token: accessToken, expires_at: expiresAt.toISOString() },
        lines: [accessToken],
      });
    });
}

/** A setting alone may be left over: what people use has an address of its own, or a database that is somewhere else. */
function isOfTests({ isTest, siteUrl, databaseUrl }: Settings): boolean {
  const addresses = [siteUrl, ...(databaseUrl === null ? [] : databaseAddress(databaseUrl).urls)];
  return isTest && addresses.every((one) => LOOPBACK.test(new URL(one).hostname));
}

function seconds(value: string): number {
  const ttl = Number(value);
  if (!/^\d+$/.test(value) || ttl < 1 || ttl > MAX_TEST_TTL) {
    throw new UsageError(`--ttl should be a whole number of seconds from 1 to ${MAX_TTL}.`);
  }
  return ttl;
}
