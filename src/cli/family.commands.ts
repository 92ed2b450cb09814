import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { MEMBER_ROLES, type MemberRole } from '../platform/auth/caller.js';
import { restrictionCommands } from './restriction.commands.js';
import { FamiliesService } from '../features/memberships/families.service.js';
import { MembershipsService } from '../features/memberships/memberships.service.js';
import { InvitationsService } from '../features/invitations/invitations.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { dayOf, print, table, UsageError, withServices } from './command.js';
import { terminalProgress } from './describe-report.js';

interface InSchool {
  school: string;
}

const inSchool = (command: Command): Command =>
  command.requiredOption('--school <school>', 'short name or id');

const schoolOf = (services: INestApplicationContext, { school }: InSchool) =>
  services.get(SchoolsService).getByReference(school);

/** Commands about families, and about invitations (contract section 16). */
export function familyCommands(program: Command): void {
  guardianCommands(program.command('guardian').description('who is on file as a guardian of a student'));
  invitationCommands(program.command('invitation').description('who is invited to a school'));
  studentCommands(program.command('students').description('the students of a school'));
  memberList(program);
}

function guardianCommands(guardian: Command): void {
  inSchool(guardian.command('list'))
    .description('the guardians of the students on the roster, or of one student')
    .option('--student <source-id>', 'as the source names the student')
    .action(async (options: InSchool & { student?: string }, command: Command) => {
      const guardians = await withServices(async (services) => {
        const { id } = await schoolOf(services, options);
        return services.get(FamiliesService).listGuardians(id, options.student ?? null);
      });
      print(command, { json: { guardians }, lines: table(guardians) });
    });

  inSchool(guardian.command('unlink'))
    .description('ends the tie of a person to a student for good: no import brings it back')
    .requiredOption('--student <source-id>', 'as the source names the student')
    .option('--email <email>', 'everybody on file of the student with this address')
    .option('--guardian-id <id>', 'the one record; "guardian list" shows its id')
    .action(async (options: UnlinkOptions, command: Command) => {
      const whom = whomOf(options);
      const unlinked = await withServices(async (services) => {
        const { id } = await schoolOf(services, options);
        return services.get(FamiliesService).unlink(id, options.student, whom);
      });
      const records = unlinked === 1 ? '1 guardian on file is' : `${unlinked} guardians on file are`;
      const line = `${records} unlinked from student ${options.student} at ${options.school}, for good.`;
      print(command, { json: { unlinked }, lines: [line] });
    });

  restrictionCommands(guardian);
}

type UnlinkOptions = InSchool & { student: string; email?: string; guardianId?: string };

function whomOf({ email, guardianId }: UnlinkOptions) {
  if (email !== undefined && guardianId === undefined) return { email };
  if (guardianId !== undefined && email === undefined) return { guardianId };
  throw new UsageError('Name the person: either --email or --guardian-id.');
}

function invitationCommands(invitation: Command): void {
  inSchool(invitation.command('list'))
    .description('every invitation, newest first')
    .action(async (options: InSchool, command: Command) => {
      const invitations = await withServices(async (services) =>
        services.get(InvitationsService).list((await schoolOf(services, options)).id),
      );
      print(command, { json: { invitations }, lines: table(invitations) });
    });

  inSchool(invitation.command('withdraw'))
    .description('takes the open invitations of a person back')
    .requiredOption('--email <email>')
    .action(async (options: InSchool & { email: string }, command: Command) => {
      const withdrawn = await withServices(async (services) =>
        services.get(InvitationsService).withdraw((await schoolOf(services, options)).id, options.email),
      );
      const invitations = withdrawn === 1 ? '1 open invitation' : `${withdrawn} open invitations`;
      const line = `Withdrawn: ${invitations} of ${options.email} to ${options.school}.`;
      print(command, { json: { withdrawn }, lines: [line] });
    });

  inSchool(invitation.command('send'))
    .description(
      'mails everybody who is invited or may register and has not been told yet, each once: a link to {SITE_URL}/invitation, good for 14 days',
    )
    .option('--email <email>', 'this person alone, also once more, with a new link')
    .action(async (options: InSchool & { email?: string }, command: Command) => {
      const progress = terminalProgress();
      const result = await withServices(async (services) => {
        const school = await schoolOf(services, options);
        return services.get(InvitationsService).send(school, { email: options.email ?? null, progress });
      }).finally(() => progress.end());
      print(command, {
        json: result,
        lines: [
          `${result.sent} ${result.sent === 1 ? 'mail waits' : 'mails wait'} to be sent, ${result.skipped} invited before. "invitation list" says what became of each.`,
        ],
      });
    });
}

function studentCommands(students: Command): void {
  inSchool(students.command('archive'))
    .description('takes graduates off the roster: their graduation year is over, with July')
    .requiredOption('--graduated', 'who has graduated, and nobody else')
    .option('--before <date>', 'YYYY-MM-DD: graduated before this day, by default today', before)
    .action(async (options: InSchool & { before?: Date }, command: Command) => {
      const archived = await withServices(async (services) =>
        services
          .get(FamiliesService)
          .archiveGraduated((await schoolOf(services, options)).id, options.before),
      );
      const who = archived === 1 ? '1 graduate' : `${archived} graduates`;
      print(command, { json: { archived }, lines: [`Archived at ${options.school}: ${who}.`] });
    });
}

/** `membership list`: the command `membership` is there. */
function memberList(program: Command): void {
  const membership = program.commands.find((command) => command.name() === 'membership')!;
  inSchool(membership.command('list'))
    .description('who belongs to the school, and until when who has no student here any more')
    .option('--without-students', 'parents without a student on the roster')
    .addOption(new Option('--role <role>').choices(MEMBER_ROLES))
    .action(
      async (options: InSchool & { withoutStudents?: boolean; role?: MemberRole }, command: Command) => {
        const { withoutStudents = false, role = null } = options;
        const memberships = await withServices(async (services) =>
          services
            .get(MembershipsService)
            .list((await schoolOf(services, options)).id, { role, withoutStudents }),
        );
        print(command, { json: { memberships }, lines: table(memberships) });
      },
    );
}

const before = (value: string): Date => new Date(`${dayOf('--before')(value)}T00:00:00Z`);
