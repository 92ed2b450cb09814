import type { Command } from 'commander';
import { OrganizationGrantsService } from '../features/organizations/organization-grants.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { print, table, UsageError, withServices } from './command.js';

interface GrantOptions {
  school: string;
  organization: string;
  email: string;
  expiresAt?: Date;
}

export function grantCommands(program: Command): void {
  const grant = program.command('grant').description('who may edit an organization');

  grantOf(grant.command('add'))
    .description('makes a member an editor, or states the expiry anew')
    .option(
      '--expires-at <time>',
      'with offset, for instance 2027-06-30T17:00:00-04:00; without, until revoked',
      instant,
    )
    .action(async (options: GrantOptions, command: Command) => {
      const { expiresAt = null } = options;
      const grantId = await change(options, (grants, reference) => grants.add(reference, expiresAt));
      const until = expiresAt === null ? 'until that is revoked' : `until ${expiresAt.toISOString()}`;
      printGrant(command, grantId, `${options.email} may edit ${organizationOf(options)} ${until}.`);
    });

  grant
    .command('list')
    .description('who may edit what, and who could')
    .requiredOption('--school <school>', 'short name or id')
    .action(async ({ school }: { school: string }, command: Command) => {
      const grants = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(school);
        return services.get(OrganizationGrantsService).list(id);
      });
      print(command, { json: { grants }, lines: table(grants) });
    });

  grantOf(grant.command('revoke'))
    .description('withdraws the right to edit, from the next request on')
    .action(async (options: GrantOptions, command: Command) => {
      const grantId = await change(options, (grants, reference) => grants.revoke(reference));
      printGrant(command, grantId, `${options.email} may not edit ${organizationOf(options)} any more.`);
    });
}

const grantOf = (command: Command): Command =>
  command
    .requiredOption('--school <school>', 'short name or id')
    .requiredOption('--organization <organization>', 'short name or id')
    .requiredOption('--email <email>');

const organizationOf = ({ organization, school }: GrantOptions): string => `${organization} at ${school}`;

const printGrant = (command: Command, grantId: string, line: string): void =>
  print(command, { json: { grant_id: grantId }, lines: [line, `The id of the grant is ${grantId}.`] });

function change(
  { school, organization, email }: GrantOptions,
  work: (
    grants: OrganizationGrantsService,
    reference: { schoolId: string; organization: string; email: string },
  ) => Promise<string>,
): Promise<string> {
  return withServices(async (services) => {
    const { id: schoolId } = await services.get(SchoolsService).getByReference(school);
    return work(services.get(OrganizationGrantsService), { schoolId, organization, email });
  });
}

/** Never guessed: a time without its offset is refused. */
function instant(value: string): Date {
  const form = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/i.exec(value);
  const time = new Date(value);
  const day = new Date(`${form?.[1] ?? ''}T00:00:00Z`);
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(form![1]!);
  if (!exists || Number.isNaN(time.getTime())) {
    throw new UsageError('--expires-at should be a time with its offset, such as 2027-06-30T17:00:00-04:00.');
  }
  return time;
}
