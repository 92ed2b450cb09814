import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { DataSource } from 'typeorm';
import { MEMBER_ROLES, type MemberRole } from '../access/caller.js';
import { DeactivatedMembershipError } from '../features/memberships/memberships.errors.js';
import { MembershipsService } from '../features/memberships/memberships.service.js';
import { InvitationsService } from '../features/registration/invitations.service.js';
import { MemberAdmissionService } from '../features/registration/member-admission.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { print, withServices } from './command.js';
import {
  checkStudentOptions,
  resolveStudents,
  withStudentOptions,
  type StudentOptions,
} from './student-options.js';

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

  withStudentOptions(roleOf(personOf(membership.command('add'))))
    .description('makes a person a member at once, without registration')
    .action(async (options: NewMemberOptions, command: Command) => {
      checkStudentOptions(options);
      const { membershipId, userId } = await withServices((services) => admit(services, options));
      print(command, { json: { membership_id: membershipId, user_id: userId }, lines: [membershipId] });
    });

  for (const change of ['deactivate', 'reactivate'] as const) {
    personOf(membership.command(change))
      .description(
        change === 'deactivate'
          ? 'ends a membership from the next request on; all is kept but claimed places that lie ahead'
          : 'makes a deactivated membership active again',
      )
      .action(async (options: PersonOptions, command: Command) => {
        const membershipId = await withServices(async (services) => {
          const { id } = await services.get(SchoolsService).getByReference(options.school);
          return services.get(MembershipsService)[change](id, options.email);
        });
        print(command, { json: { membership_id: membershipId }, lines: [membershipId] });
      });
  }

  withStudentOptions(roleOf(personOf(program.command('invite'))))
    .description('invites a person, who becomes a member at registration')
    .action(async (options: NewMemberOptions, command: Command) => {
      checkStudentOptions(options);
      const invitationId = await withServices((services) => invite(services, options));
      print(command, { json: { invitation_id: invitationId }, lines: [invitationId] });
    });
}

async function admit(services: INestApplicationContext, options: NewMemberOptions) {
  const { id: schoolId } = await services.get(SchoolsService).getByReference(options.school);
  const students = await resolveStudents(services, schoolId, options);
  const { email, role } = options;
  return services.get(DataSource).transaction(async (manager) => {
    const admission = { schoolId, email, role, students };
    const admitted = await services.get(MemberAdmissionService).admit(manager, admission);
    // What it has written goes with the transaction.
    if (admitted.isDeactivated) throw new DeactivatedMembershipError();
    return admitted;
  });
}

async function invite(services: INestApplicationContext, options: NewMemberOptions): Promise<string> {
  const { id: schoolId } = await services.get(SchoolsService).getByReference(options.school);
  const students = await resolveStudents(services, schoolId, options);
  return services
    .get(InvitationsService)
    .invite({ schoolId, email: options.email, role: options.role, students });
}
