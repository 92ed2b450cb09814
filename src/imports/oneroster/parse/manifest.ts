import type { IssueLog } from '../issue-log.js';
import { OneRosterRefusedError } from '../oneroster-refused.error.js';
import { clean, recordBlocks } from './csv-table.js';
import { SET_FILES, type RosterSource, type SetFile } from './file-names.js';

/** bulk replaces what is stored, delta adds to it, absent leaves it alone. */
export type FileMode = 'bulk' | 'delta' | 'absent';

export type FileModes = Record<SetFile, FileMode>;

interface Property {
  line: number;
  value: string;
}

const READ_FILES = SET_FILES.filter((file) => file !== 'manifest');

/** @throws OneRosterRefusedError for a version that is not known */
export async function readModes(set: RosterSource, log: IssueLog): Promise<FileModes> {
  const properties = set.has('manifest') ? await readProperties(set, log) : null;
  if (!properties) {
    const message = 'There is no manifest; every file was taken as a full replacement.';
    log.warn({ file: 'manifest.csv', line: 0 }, 'no_manifest', 'manifest.csv', message);
  }
  refuseUnknownVersion(properties?.get('oneroster.version'));
  const said = new Map(READ_FILES.map((file) => [file, modeSaid(file, properties, log)]));
  const unsaid = [...said.values()].includes('delta') ? 'delta' : 'bulk';
  return Object.fromEntries(
    READ_FILES.map((file) => [file, modeOf(set, file, said.get(file) ?? null, { unsaid, properties, log })]),
  ) as FileModes;
}

async function readProperties(set: RosterSource, log: IssueLog): Promise<Map<string, Property>> {
  const properties = new Map<string, Property>();
  for await (const block of recordBlocks(set, 'manifest', log)) {
    for (const { line, cells } of block) {
      const name = clean(cells[0] ?? '')
        .toLowerCase()
        .replace(/\.csv$/, '');
      if (!properties.has(name)) properties.set(name, { line, value: clean(cells[1] ?? '') });
    }
  }
  return properties;
}

/** A spreadsheet makes 1.0 into 1, and 1,1 where that is how numbers are written. */
function refuseUnknownVersion(version: Property | undefined): void {
  if (!version || version.value === '' || /^v?1([.,][012](\.\d+)*)?$/i.test(version.value)) return;
  throw new OneRosterRefusedError(
    'unknown_version',
    `The manifest says OneRoster version ${version.value.slice(0, 20)}; 1.0, 1.1 and 1.2 can be imported.`,
  );
}

function modeSaid(file: SetFile, properties: Map<string, Property> | null, log: IssueLog): FileMode | null {
  const property = properties?.get(`file.${file.toLowerCase()}`);
  const value = property?.value.toLowerCase() ?? '';
  if (value === 'bulk' || value === 'delta' || value === 'absent') return value;
  if (property && value !== '') {
    const message = `The manifest should say bulk, delta or absent for ${file}.csv.`;
    log.warn({ file: 'manifest.csv', line: property.line }, 'unknown_mode', property.value, message);
  }
  return null;
}

function modeOf(
  set: RosterSource,
  file: SetFile,
  said: FileMode | null,
  rest: { unsaid: FileMode; properties: Map<string, Property> | null; log: IssueLog },
): FileMode {
  const line = rest.properties?.get(`file.${file.toLowerCase()}`)?.line ?? 0;
  const location = { file: 'manifest.csv', line };
  if (!set.has(file)) {
    if (said === 'bulk' || said === 'delta') {
      rest.log.warn(
        location,
        'missing_file',
        `${file}.csv`,
        'The manifest names this file and it is not there.',
      );
    }
    return 'absent';
  }
  if (said === 'absent') {
    rest.log.warn(
      location,
      'unexpected_file',
      `${file}.csv`,
      'The manifest says absent; the file was not read.',
    );
  }
  return said ?? rest.unsaid;
}
