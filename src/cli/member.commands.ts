import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { DataSource } from 'typeorm';
import { auditItem } from '../platform/audit/operation.js';
import { holdOffImports } from '../platform/import-history/import-locks.repository.js';
import { Transactions } from '../platform/transaction/transactions.service.js';
import { MEMBER_ROLES, type MemberRole } from '../platform/auth/caller.js';
import {
  DeactivatedMembershipError,
  MembershipsService,
} from '../features/memberships/memberships.service.js';
import { InvitationsService } from '../features/invitations/invitations.service.js';
import { type Admitted, MemberAdmissionService } from '../features/invitations/member-admission.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { print, UsageError, withServices } from './command.js';
import {
  GUARDIAN_RELATIONS,
  type GuardianRelation,
} from '../features/directory/guardians/guardian-relation.js';
import type { StudentLink } from '../features/directory/guardians/guardian-links.service.js';
import { StudentReferencesService } from '../features/directory/students/student-references.service.js';

export interface StudentOptions {
  student: string[];
  relation: GuardianRelation[];
}

const collect = (value: string, previous: string[]): string[] => [...previous, value];

/** `[--student SOURCE_ID --relation R]…`: the first relation belongs to the first student, and so on. */
const withStudentOptions = (command: Command): Command =>
  command
    .option(
      '--student <source-id>',
      'a linked student; may be repeated, each with its --relation',
      collect,
      [],
    )
    .option('--relation <relation>', GUARDIAN_RELATIONS.join(', '), collectRelation, []);

function collectRelation(value: string, previous: GuardianRelation[]): GuardianRelation[] {
  if (!GUARDIAN_RELATIONS.includes(value as GuardianRelation)) {
    throw new UsageError(`--relation should be one of ${GUARDIAN_RELATIONS.join(', ')}.`);
  }
  return [...previous, value as GuardianRelation];
}

/** Refused before anything is opened when the pairs do not add up. */
function checkStudentOptions({ student, relation }: StudentOptions): void {
  if (student.length !== relation.length) throw new UsageError('Each --student needs its --relation.');
  if (new Set(student).size < student.length) throw new UsageError('Each --student should be named once.');
}

/**
 * @throws UnknownStudentError
 * @throws AmbiguousStudentError
 */
function resolveStudents(
  services: INestApplicationContext,
  schoolId: string,
  { student, relation }: StudentOptions,
): Promise<StudentLink[]> {
  const { manager } = services.get(DataSource);
  return Promise.all(
    student.map(async (sourceId, index) => ({
      studentId: await services.get(StudentReferencesService).resolve(manager, schoolId, sourceId),
      relation: relation[index] ?? 'guardian',
    })),
  );
}

interface PersonOptions {
  school: string;
  email: string;
}

type NewMemberOptions = PersonOptions & StudentOptions & { role: MemberRole };

const personOf = (command: Command): Command =>
  command.requiredOption('--school <school>', 'short name or id').requiredOption('--email <email>');
const roleOf = (command: Command): Command =>
  command.addOption(new Option('--role <role>').choices(MEMBER_ROLES).makeOptionMandatory());

export function memberCommands(program: Command): void {
  const membership = program.command('membership').description('who belongs to a school');
  addCommand(membership);
  for (const change of ['deactivate', 'reactivate'] as const) changeCommand(membership, change);
  inviteCommand(program);
}

function addCommand(membership: Command): void {
  withStudentOptions(roleOf(personOf(membership.command('add'))))
    .description('makes a person a member at once, without registration')
    .action(async (options: NewMemberOptions, command: Command) => {
      checkStudentOptions(options);
      const admitted = await withServices((services) => admit(services, options));
      const { membershipId, userId } = admitted;
      print(command, {
        json: { membership_id: membershipId, user_id: userId },
        lines: admissionLines(options, admitted),
      });
    });
}

function changeCommand(membership: Command, change: 'deactivate' | 'reactivate'): void {
  const isEnd = change === 'deactivate';
  personOf(membership.command(change))
    .description(
      isEnd
        ? 'ends a membership from the next request on; all is kept but claimed places that lie ahead'
        : 'makes a deactivated membership active again',
    )
    .action(async ({ school, email }: PersonOptions, command: Command) => {
      const membershipId = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(school);
        return services.get(MembershipsService)[change](id, email);
      });
      const state = isEnd ? 'deactivated, and opens nothing any more' : 'active again';
      print(command, {
        json: { membership_id: membershipId },
        lines: [`The membership of ${email} at ${school} is ${state}.`, `Its id is ${membershipId}.`],
      });
    });
}

function inviteCommand(program: Command): void {
  withStudentOptions(roleOf(personOf(program.command('invite'))))
    .description('invites a person, who becomes a member by the link of the mail, or at registration')
    .option('--send', 'mails them the invitation at once: a link to {SITE_URL}/invitation')
    .action(async (options: NewMemberOptions & { send?: boolean }, command: Command) => {
      checkStudentOptions(options);
      const invitationId = await withServices((services) => invite(services, options));
      const { school, email, role, send } = options;
      print(command, {
        json: { invitation_id: invitationId },
        lines: [
          `${email} is invited to ${school} as ${role}${ofStudents(options)}.`,
          send
            ? 'The mail with the link waits to be sent.'
            : 'Nothing was mailed: "invitation send" does that.',
          `The id of the invitation is ${invitationId}.`,
        ],
      });
    });
}

/** `, for student 4711 (mother)`; empty without students. */
const ofStudents = ({ student, relation }: StudentOptions): string =>
  student.map((id, index) => `, for student ${id} (${relation[index] ?? 'guardian'})`).join('');

function admissionLines(
  options: NewMemberOptions,
  { membershipId, outcome, formerRole }: Admitted,
): string[] {
  const { school, email, role } = options;
  const is = `${email} is ${role} at ${school}${ofStudents(options)}`;
  return [
    outcome === 'unchanged' ? `${is}: it was so already.` : `${is}.`,
    ...(formerRole === null ? [] : [`Their role has changed: it was ${formerRole}.`]),
    `The id of the membership is ${membershipId}.`,
  ];
}

async function admit(services: INestApplicationContext, options: NewMemberOptions) {
  const { id: schoolId } = await services.get(SchoolsService).getByReference(options.school);
  const students = await resolveStudents(services, schoolId, options);
  const { email, role } = options;
  return services.get(Transactions).run(async (manager) => {
    // A restriction that is being set is judged by the links that are there: it is waited for, and found.
    await holdOffImports(manager, [schoolId]);
    const admission = { schoolId, email, role, students };
    const admitted = await services.get(MemberAdmissionService).admit(manager, admission);
    // The refusal rolls back what the admission has written.
    if (admitted.isDeactivated) throw new DeactivatedMembershipError();
    auditItem('membership', admitted.membershipId);
    return admitted;
  });
}

async function invite(
  services: INestApplicationContext,
  options: NewMemberOptions & { send?: boolean },
): Promise<string> {
  const school = await services.get(SchoolsService).getByReference(options.school);
  const { id: schoolId } = school;
  const students = await resolveStudents(services, schoolId, options);
  const { email, role, send } = options;
  const invitations = services.get(InvitationsService);
  const id = await invitations.invite({ schoolId, email, role, students });
  if (send) await invitations.send(school, { email });
  return id;
}
