import { Command, CommanderError, Help, type Option } from 'commander';
import { inOperation } from '../platform/audit/operation.js';
import { PRODUCT_VERSION } from '../platform/config/product-version.js';
import { startupErrorLine } from '../platform/errors/startup-error.js';
import { accountCommands } from './account.commands.js';
import { auditCommands } from './audit.commands.js';
import { backupCommands } from './backup.commands.js';
import { mailCommands } from './mail.commands.js';
import {
  EndedWith,
  nameOperation,
  operationByOperator,
  reasonGiven,
  UsageError,
  wrapped,
} from './command.js';
import { confirmationCommands } from './confirmation.commands.js';
import { dbCommands } from './db.commands.js';
import { doctorCommands } from './doctor.commands.js';
import { familyCommands } from './family.commands.js';
import { grantCommands } from './grant.commands.js';
import { importCommands } from './import.commands.js';
import { jobCommands, retentionCommands, secretCommands } from './job.commands.js';
import { memberCommands } from './member.commands.js';
import { personCommands } from './person.commands.js';
import { schoolCommands } from './school.commands.js';
import { webhookCommands } from './webhook.commands.js';

/** Every command, with what it takes. */
export function operatorProgram(): Command {
  const program = new Command('school-directory')
    .description('Operates a school directory.')
    .version(PRODUCT_VERSION);
  const groups = [
    dbCommands,
    schoolCommands,
    importCommands,
    memberCommands,
    familyCommands,
    confirmationCommands,
    grantCommands,
    accountCommands,
    jobCommands,
    mailCommands,
    retentionCommands,
    secretCommands,
    backupCommands,
    doctorCommands,
    personCommands,
    auditCommands,
    webhookCommands,
  ];
  for (const add of groups) add(program);
  everyCommand(program);
  return program;
}

/**
 * Runs one operator command (operations section 4).
 * @returns the exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 done with rows left out (`--strict`)
 */
export async function run(argv: string[]): Promise<number> {
  const program = operatorProgram();
  const operation = operationByOperator();
  program.hook('preAction', (_, command) => nameOperation(operation, command));
  try {
    await inOperation(operation, () => program.parseAsync(argv, { from: 'user' }));
    return 0;
  } catch (error) {
    return exitStatusOf(error);
  }
}

/** Every command takes --json and --reason, and says what it cannot do without; none ends the process by itself. */
function everyCommand(command: Command): void {
  command.exitOverride();
  command.configureHelp({ optionDescription });
  if (command.commands.length === 0) {
    command.option('--json', 'one JSON object on standard output');
    if (!command.options.some(({ long }) => long === '--reason'))
      command.option('--reason <reason>', 'why, for the audit trail', reasonGiven);
  }
  command.commands.forEach(everyCommand);
}

function optionDescription(option: Option): string {
  const description = Help.prototype.optionDescription(option).replace(' (default: [])', '');
  return option.mandatory ? `${description} (required)`.trim() : description;
}

/** Commander has said on standard error what was wrong with the usage. */
function exitStatusOf(error: unknown): number {
  if (error instanceof EndedWith) return error.status;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const text = error instanceof UsageError ? error.message : startupErrorLine(error);
  process.stderr.write(`${wrapped(text, process.stderr)}\n`);
  return error instanceof UsageError ? 2 : 1;
}
