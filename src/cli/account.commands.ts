import type { Command } from 'commander';
import { databaseAddress } from '../platform/config/database-address.js';
import { readCommandSettings, readSettings, type Settings } from '../platform/config/settings.js';
import { CredentialsService, type TwoStepSetup } from '../features/account/passwords/credentials.service.js';
import { OperatorTokensService } from '../features/oauth/tokens/operator-tokens.service.js';
import { AccountCreation } from '../features/account/account-creation.service.js';
import { type Person, UsersService } from '../features/account/users.service.js';
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
      const { twoStep = false } = options;
      const { user, setup } = await withServices((services) =>
        services.get(AccountCreation).create(options, { password, twoStep }),
      );
      const how = password === null ? 'It has no password yet' : 'It has the password that was read';
      const line = `There is an account for ${user.email} now, whose address counts as verified. ${how}.`;
      printPerson(command, { user, setup, line });
    });

  user
    .command('password')
    .description('sets a password and ends every session of the person')
    .requiredOption('--email <email>')
    .requiredOption('--password-stdin', 'reads the password from standard input')
    .action(async ({ email }: UserOptions, command: Command) => {
      const password = await passwordFromStdin();
      const user = await withServices(async (services) => {
        const person = await services.get(UsersService).getByEmail(email);
        await services.get(CredentialsService).setPassword(person.id, password);
        return person;
      });
      const line = `${user.email} has another password. Every session of theirs is over, and feeds are to be subscribed to anew.`;
      printPerson(command, { user, line });
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
      const user = await withServices((services) => services.get(UsersService).rebind(email));
      const line = `The account of ${user.email} is for the next subject of the outside provider that signs in with this address.`;
      printPerson(command, { user, line });
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
      const user = await withServices((services) => services.get(UsersService).prove(email));
      printPerson(command, { user, line: `The address ${user.email} counts as proven.` });
    });
}

function twoStepCommand(user: Command): void {
  user
    .command('two-step')
    .description('sets two-step verification up, or anew; ends every session of the person')
    .requiredOption('--email <email>')
    .option('--off', 'turns it off: the password alone is enough')
    .action(async ({ email, off }: UserOptions, command: Command) => {
      const done = await withServices(async (services) => {
        const user = await services.get(UsersService).getByEmail(email);
        const credentials = services.get(CredentialsService);
        if (off) await credentials.turnTwoStepOff(user.id);
        return { user, setup: off ? null : await credentials.setUpTwoStep(user.id, user.email) };
      });
      const how = off ? 'is off: the password alone is enough' : 'is set up anew';
      const line = `Two-step verification of ${done.user.email} ${how}. Every session of theirs is over.`;
      printPerson(command, { ...done, line });
    });
}

function printPerson(command: Command, { user, setup = null, line }: DoneToPerson): void {
  print(command, {
    json: {
      user_id: user.id,
      ...(setup && { totp_uri: setup.totpUri, recovery_codes: setup.recoveryCodes }),
    },
    lines: [line, ...(setup ? twoStepLines(user.email, setup) : []), `The id of the account is ${user.id}.`],
  });
}

interface DoneToPerson {
  user: Pick<Person, 'id' | 'email'>;
  setup?: TwoStepSetup | null;
  /** A sentence for the operator: what was done. */
  line: string;
}

/** What is handed over is labelled: it may be printed, and lie beside that of somebody else. */
const twoStepLines = (email: string, { totpUri, recoveryCodes }: TwoStepSetup): string[] => {
  const { siteUrl } = readCommandSettings();
  return [
    'Hand over what follows in person: it is shown this once.',
    '',
    `For the authenticator app of ${email}:`,
    totpUri,
    '',
    `Recovery codes of ${email} at ${siteUrl}`,
    'Each signs in once, in the place of a code of the app. Earlier ones are void.',
    ...recoveryCodes,
    '',
  ];
};

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
