import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { oneLine } from '../runtime/one-line.js';
import { endWithParent } from '../runtime/parent-watch.js';
import { accountCommands } from './account.commands.js';
import { UsageError } from './command.js';
import { dbCommands } from './db.commands.js';
import { importCommands } from './import.commands.js';
import { memberCommands } from './member.commands.js';
import { schoolCommands } from './school.commands.js';

const program = new Command('school-directory').description('Operates a school directory.').exitOverride();
for (const add of [dbCommands, schoolCommands, importCommands, memberCommands, accountCommands]) add(program);
everyCommand(program);

endWithParent(() => process.exit(1));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Every command takes --json (operations section 4); none ends the process by itself. */
function everyCommand(command: Command): void {
  command.exitOverride();
  if (command.commands.length === 0) command.option('--json', 'one JSON object on standard output');
  command.commands.forEach(everyCommand);
}

/** 0 done, 1 refused or failed, 2 wrong usage. Commander has said on standard error what was wrong with the usage. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  process.stderr.write(`${oneLine(error)}\n`);
  return 1;
}
