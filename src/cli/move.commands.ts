import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { readSettings } from '../platform/config/settings.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { openDatabase } from '../dev/open-database.js';
import { contentLines } from './backup.commands.js';
import { type CommandResult, print, withServices } from './command.js';
import { terminalProgress } from './describe-report.js';
import { Destination } from './move/destination.repository.js';
import { LeftSchoolService } from './move/left-school.service.js';
import { settingsOfOther, withServicesOf } from './other-installation.js';
import { SchoolMoveService, type MoveReport } from './move/school-move.service.js';

type TerminalProgress = ReturnType<typeof terminalProgress>;

interface MoveOptions {
  to: string;
  source?: 'keep' | 'drop';
  cancel?: boolean;
  removeHere?: boolean;
}

export function moveCommand(school: Command): void {
  school
    .command('move')
    .description('moves a school into another installation while it is in use')
    .argument('<school>', 'short name or id')
    .requiredOption('--to <file>', 'the settings of the other installation, as its .env has them')
    .addOption(
      new Option('--source <what>', 'where imports feed it: whether they go on there').choices([
        ...['keep', 'drop'],
      ]),
    )
    .option('--cancel', 'takes back what a move that was cut off has left on both sides')
    .addOption(
      new Option('--remove-here', 'removes what a school that has moved has left here').conflicts('cancel'),
    )
    .action(async (reference: string, options: MoveOptions, command: Command) => {
      const progress = terminalProgress();
      const work = (services: INestApplicationContext): Promise<CommandResult> =>
        move(services, reference, { ...options, progress });
      const database = { open: openDatabase, read: readSettings };
      print(command, await withServices(work, database).finally(() => progress.end()));
    });
}

async function move(
  services: INestApplicationContext,
  reference: string,
  { to: file, source, cancel, removeHere, progress }: MoveOptions & { progress: TerminalProgress },
): Promise<CommandResult> {
  const school = await services.get(SchoolsService).getByReference(reference);
  const settings = await settingsOfOther(file);
  return withServicesOf(settings, async (there) => {
    const to = new Destination(there, settings);
    if (removeHere) {
      await services.get(LeftSchoolService).remove(school, to);
      return { json: { school_id: school.id, removed: true }, lines: removedLines(reference) };
    }
    if (cancel) {
      await services.get(SchoolMoveService).cancel(school, to);
      return { json: { school_id: school.id, cancelled: true }, lines: cancelledLines(reference) };
    }
    const arrived = (): void => tellArrived(reference, progress);
    const report = await services.get(SchoolMoveService).move(school, to, { source, progress, arrived });
    return resultOf(reference, school.id, report);
  });
}

/** At once: what is still to be tidied up takes a while, and people are waiting. */
function tellArrived(reference: string, progress: { end(): void }): void {
  progress.end();
  process.stderr.write(`${reference} is at the other installation now: lead people there.\n`);
}

const removedLines = (reference: string): string[] => [
  `Nothing of ${reference} is here any more, but for the trail of what was done here and the accounts of its people.`,
];

const cancelledLines = (reference: string): string[] => [
  `${reference} is here, as it was before, and writes are taken. Nothing of a move is left on either side.`,
];

function resultOf(reference: string, id: string, report: MoveReport | 'moved before'): CommandResult {
  const next = [
    `Here ${reference} is still read, and no longer written to: lead people to the other installation now, and remove it here then (--remove-here).`,
  ];
  if (report === 'moved before')
    return {
      json: { school_id: id, moved_before: true },
      lines: [`${reference} had moved already, and nothing of that move is left to do.`, ...next],
    };
  const lines = [
    ...contentLines(report),
    `${reference} is at the other installation, every row compared. Writes were refused for ${(report.closed_ms / 1000).toFixed(1)} seconds, and reads never.`,
    `${report.known_people} of its people had an account there already, and sign in with that one.`,
    ...(report.missing_objects > 0
      ? [`${report.missing_objects} objects that the database names were not in the object store.`]
      : []),
    ...next,
  ];
  return { json: report, lines };
}
