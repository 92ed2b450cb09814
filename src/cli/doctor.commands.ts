import type { Command } from 'commander';
import { collectConfigErrors } from '../platform/config/collect-config-errors.js';
import { examine } from './doctor/examine.js';
import type { Check } from './doctor/check.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { print } from './command.js';
import { wrapped } from './command.js';

export function doctorCommands(program: Command): void {
  program
    .command('doctor')
    .description('checks every setting and outside service, and says what to do')
    .action(async (_options: unknown, command: Command) => {
      const checks = await examine(collectConfigErrors());
      print(command, { json: { checks }, lines: checks.flatMap(describe) });
      const failed = checks.filter(({ status }) => status === 'failed');
      if (failed.length > 0) {
        const names = [...new Set(failed.map(({ name }) => name))];
        throw new CommandRefusedError(`Something is wrong with ${names.join(', ')}.`);
      }
    });
}

const INDENT = 30;

const describe = ({ name, status, message, remedy }: Check): string[] => {
  const [first, ...more] = [message, ...(remedy ? [remedy] : [])].map((text) =>
    wrapped(text, process.stdout, INDENT),
  );
  return [
    `${status.padEnd(8)} ${name.padEnd(20)} ${first}`,
    ...more.map((text) => ' '.repeat(INDENT) + text),
  ];
};
