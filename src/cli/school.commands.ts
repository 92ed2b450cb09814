import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { SCHOOL_FEATURES, type FeatureFlags, type SchoolFeature } from '../policy/school-feature.js';
import {
  DEFAULT_ADDRESSES,
  PROFILE_VISIBILITIES,
  type DefaultAddress,
  type ProfileVisibility,
} from '../policy/privacy-mask.js';
import { SchoolDefaultsService } from '../features/schools/school-defaults.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { print, table, UsageError, withServices } from './command.js';
import { moveCommand } from './move.commands.js';

interface CreateOptions {
  name: string;
  shortName: string;
  timeZone: string;
  country?: string;
  locale?: string;
}

interface UpdateOptions {
  defaultVisibility?: ProfileVisibility;
  defaultAddress?: DefaultAddress;
  name?: string;
  timeZone?: string;
  locale?: string;
  graceDays?: number;
  guardiansMayRegister?: 'on' | 'off';
  addressBooks?: 'on' | 'off';
}

export function schoolCommands(program: Command): void {
  const school = program.command('school').description('the schools of this installation');

  school
    .command('create')
    .description('makes a school with all features on')
    .requiredOption('--name <name>')
    .requiredOption('--short-name <short-name>', 'lower-case letters, digits, hyphens')
    .requiredOption('--time-zone <zone>', 'IANA name, for instance America/New_York')
    .option('--country <code>', 'two letters', 'US')
    .option('--locale <tag>', 'language tag', 'en-US')
    .action(async (options: CreateOptions, command: Command) => {
      const { id, name, shortName } = await withServices((services) =>
        services.get(SchoolsService).create(options),
      );
      const line = `The school ${name} is there, as ${shortName}, with all features on.`;
      print(command, { json: { school_id: id }, lines: [line, `Its id is ${id}.`] });
    });

  school
    .command('list')
    .description('every school with its students and members')
    .action(async (_options: unknown, command: Command) => {
      const schools = await withServices((services) => services.get(SchoolsService).list());
      print(command, { json: { schools }, lines: table(schools) });
    });

  for (const add of [updateCommand, moveCommand]) add(school);

  school
    .command('features')
    .description('shows or switches feature toggles')
    .argument('<school>', 'short name or id')
    .argument('[changes...]', 'for instance polls=off calendar=on')
    .action(async (reference: string, changes: string[], _options: unknown, command: Command) => {
      const wanted = parseChanges(changes);
      const features = await withServices((services) =>
        services.get(SchoolsService).setFeatures(reference, wanted),
      );
      const lines = Object.entries(features).map(([name, on]) => `${name}=${on ? 'on' : 'off'}`);
      const note = changes.length > 0 ? [`Switched at ${reference}: ${changes.join(', ')}.`] : [];
      print(command, { json: { features }, lines: [...lines, ...note] });
    });
}

async function update(services: INestApplicationContext, reference: string, options: UpdateOptions) {
  const {
    defaultVisibility: visibility,
    defaultAddress: address,
    guardiansMayRegister: may,
    addressBooks,
    ...rest
  } = options;
  const changes = {
    ...rest,
    ...(may && { guardiansMayRegister: may === 'on' }),
    ...(addressBooks && { addressBooks: addressBooks === 'on' }),
  };
  const { id, changed } = await services.get(SchoolsService).update(reference, changes);
  if (!visibility && !address) return { id, changed };
  const defaults = await services.get(SchoolDefaultsService).setDefaults(id, { visibility, address });
  return { id, changed: [...changed, ...defaults] };
}

function updateCommand(school: Command): void {
  school
    .command('update')
    .description('changes what a school has decided of itself')
    .argument('<school>', 'short name or id')
    .option('--name <name>')
    .option('--time-zone <zone>', 'IANA name, for instance America/New_York')
    .option('--locale <tag>', 'language tag')
    .option('--grace-days <days>', 'how long parents stay after their last student has gone', Number)
    .addOption(
      new Option(
        '--guardians-may-register <on|off>',
        'guardians on file with an email need no invitation',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option(
        '--address-books <on|off>',
        'members may read their lists and organizations with an address book program (CardDAV)',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option('--default-visibility <which>', 'contacts of people who have not chosen').choices(
        PROFILE_VISIBILITIES,
      ),
    )
    .addOption(
      new Option('--default-address <which>', 'addresses of families who have not chosen').choices(
        DEFAULT_ADDRESSES,
      ),
    )
    .action(async (reference: string, options: UpdateOptions, command: Command) => {
      if (Object.keys(options).length === 0) throw new UsageError('Name what is to change: see --help.');
      const { id, changed } = await withServices((services) => update(services, reference, options));
      const what = changed.length > 0 ? changed.join(', ') : 'nothing, since it was so already';
      print(command, { json: { school_id: id, changed }, lines: [`Changed at ${reference}: ${what}.`] });
    });
}

function parseChanges(changes: string[]): Partial<FeatureFlags> {
  return Object.fromEntries(
    changes.map((change): [SchoolFeature, boolean] => {
      const [name, value] = change.split('=');
      if (!isFeature(name) || (value !== 'on' && value !== 'off')) {
        throw new UsageError(
          `${change} should be NAME=on or NAME=off, NAME one of ${SCHOOL_FEATURES.join(', ')}.`,
        );
      }
      return [name, value === 'on'] as const;
    }),
  );
}

const isFeature = (name: string | undefined): name is SchoolFeature =>
  SCHOOL_FEATURES.some((feature) => feature === name);
