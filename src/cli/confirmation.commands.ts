import type { Command } from 'commander';
import { ConfirmationRoundsService } from '../features/confirmation/confirmation-rounds.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { dayOf, print, table, withServices } from './command.js';

interface InSchool {
  school: string;
}

const inSchool = (command: Command): Command =>
  command.requiredOption('--school <school>', 'short name or id');

/** Rounds in which a school asks its families whether what it has on file is still right (contract section 24). */
export function confirmationCommands(program: Command): void {
  const confirmation = program
    .command('confirmation')
    .description('asks every family whether what the school has on file is still right');
  openCommand(confirmation);
  closeCommand(confirmation);
  listCommand(confirmation);
}

function openCommand(confirmation: Command): void {
  inSchool(confirmation.command('open'))
    .description('opens a round: every member with a student at the school is asked, and told once')
    .option('--due <date>', 'YYYY-MM-DD: the last day at the school that families are given', dayOf('--due'))
    .option('--message <text>', 'plain text for the families')
    .action(async (options: InSchool & { due?: string; message?: string }, command: Command) => {
      const { due = null, message = null } = options;
      const roundId = await withServices(async (services) => {
        const school = await services.get(SchoolsService).getByReference(options.school);
        return services.get(ConfirmationRoundsService).open(school, { due, message });
      });
      const until = due === null ? '' : `, with ${due} as the last day`;
      const line = `A round is open at ${options.school}${until}: every member with a student there is asked.`;
      print(command, { json: { round_id: roundId }, lines: [line, `Its id is ${roundId}.`] });
    });
}

function closeCommand(confirmation: Command): void {
  inSchool(confirmation.command('close'))
    .description('closes the open round: nobody is asked any more')
    .action(async (options: InSchool, command: Command) => {
      const roundId = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(options.school);
        return services.get(ConfirmationRoundsService).close(id);
      });
      print(command, {
        json: { round_id: roundId, closed: true },
        lines: [`The round at ${options.school} is closed.`],
      });
    });
}

function listCommand(confirmation: Command): void {
  inSchool(confirmation.command('list'))
    .description('every round, newest first, with how many have confirmed')
    .action(async (options: InSchool, command: Command) => {
      const found = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(options.school);
        return services.get(ConfirmationRoundsService).list(id);
      });
      const rounds = found.map(({ id, openedAt, dueOn, closedAt, confirmed, message }) => ({
        ...{ round_id: id, opened_at: openedAt.toISOString(), due_on: dueOn },
        ...{ closed_at: closedAt?.toISOString() ?? null, confirmed, message },
      }));
      print(command, { json: { rounds }, lines: table(rounds) });
    });
}
