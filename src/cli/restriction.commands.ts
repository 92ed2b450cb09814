import type { Command } from 'commander';
import { RestrictionsService } from '../features/memberships/restrictions.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { dayOf, print, reasonGiven, withServices } from './command.js';

interface RestrictionOptions {
  school: string;
  student: string;
  guardianId: string;
  reason: string;
  until?: string;
}

const named = (command: Command): Command =>
  command
    .requiredOption('--school <school>', 'short name or id')
    .requiredOption('--student <source-id>', 'as the source names the student')
    .requiredOption('--guardian-id <id>', 'the one record; "guardian list" shows its id')
    .requiredOption('--reason <text>', 'for the audit trail: a few words, without names', reasonGiven);

/** Guardians whom a court keeps apart from a student (contract section 21). */
export function restrictionCommands(guardian: Command): void {
  named(guardian.command('restrict'))
    .description('keeps a guardian apart from a student: they stay on file, and see and do nothing there')
    .option(
      '--until <date>',
      'YYYY-MM-DD: the last day at the school; without it until it is ended',
      dayOf('--until'),
    )
    .action(async ({ reason, ...options }: RestrictionOptions, command: Command) => {
      const until = options.until ?? null;
      const elsewhere = await withServices(async (services) => {
        const { id, timeZone } = await services.get(SchoolsService).getByReference(options.school);
        const whom = { ...options, schoolId: id };
        return services.get(RestrictionsService).restrict(whom, { until, reason, timeZone });
      });
      const json = { guardian_id: options.guardianId, restricted: true, restricted_until: until };
      print(command, {
        json: { ...json, not_restricted_in: elsewhere },
        lines: [
          `The guardian is restricted for ${studentOf(options)}${until === null ? '' : ` until ${until}, that day included`}.`,
          ...warningOf(elsewhere),
        ],
      });
    });

  named(guardian.command('unrestrict'))
    .description('ends that: the guardian is one of the family again')
    .action(async (options: RestrictionOptions, command: Command) => {
      await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(options.school);
        await services.get(RestrictionsService).lift({ ...options, schoolId: id });
      });
      const json = { guardian_id: options.guardianId, restricted: false };
      print(command, { json, lines: [`The guardian is no longer restricted for ${studentOf(options)}.`] });
    });
}

const studentOf = ({ student, school }: Pick<RestrictionOptions, 'student' | 'school'>): string =>
  `student ${student} at ${school}`;

/** A restriction belongs to the record. */
const warningOf = (schools: string[]): string[] =>
  schools.length === 0
    ? []
    : [
        `Not restricted at ${schools.join(', ')}, where this person is a guardian of the same student: restrict them there, too.`,
      ];
