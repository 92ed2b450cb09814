import { generateKeyPairSync } from 'node:crypto';
import { distance } from 'fastest-levenshtein';
import { ENV_FILE, loadEnvFile } from './env-file.js';
import { environment } from './environment.js';
import { SettingsError } from '../errors/operator.error.js';
import { settingsFrom, type Settings } from './settings.js';

/** The settings that are left to go on with, and for each one that is wrong, by name, what it should be. */
export interface ReadableSettings {
  settings: Settings;
  faults: Map<string, string>;
  misspelt: MisspeltSetting[];
}

/** A variable that is nearly called as a setting is: what it says is heard by nobody. */
export interface MisspeltSetting {
  name: string;
  meant: string;
  /** Whether the setting that is meant is given as well. */
  isGiven: boolean;
}

const S3 = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
];
const PROVIDER = ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'];
const IMAGES = ['IMAGE_API_URL', 'IMAGE_API_KEY', 'IMAGE_MODEL'];

/** Settings that are of no use without the one that is wrong, or that would mean something else. */
const besides = (name: string): string[] =>
  [S3, PROVIDER, IMAGES].find((group) => group.includes(name)) ?? [];

/** Every setting that is wrong, not only the first one, and `.env` when it cannot be read; the others as they are. */
export function collectConfigErrors(envFile = ENV_FILE): ReadableSettings {
  const unread = new Map<string, string>();
  try {
    loadEnvFile(envFile);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    unread.set('.env', error.message);
  }
  const { faults, ...rest } = configErrorsOf(process.env, { now: Date.now(), terminal: false });
  return { ...rest, faults: new Map([...unread, ...faults]) };
}

export function configErrorsOf(
  given: Record<string, string | undefined>,
  surroundings: { now: number; terminal: boolean },
): ReadableSettings {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const faults = new Map<string, string>();
  const leaveOut = (name: string, message: string): void => {
    faults.set(name, message);
    for (const each of [name, ...besides(name)]) delete env[each];
  };
  for (const { path, message } of environment.safeParse(env).error?.issues ?? []) {
    leaveOut(String(path[0]), `${String(path[0])} should be ${message}.`);
  }
  for (;;) {
    try {
      return { settings: settingsFrom(env, surroundings), faults, misspelt: misspeltOf(given) };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const name = error.message.split(' ', 1)[0]!;
      if (faults.has(name) && name !== 'AUTH_SIGNING_KEY') throw error;
      leaveOut(name, faults.get(name) ?? error.message);
      if (name === 'AUTH_SIGNING_KEY') env[name] = standIn();
    }
  }
}

/** A database of one's own wants a key; what else is wrong shall be found without it. */
const standIn = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();

/** Letters that may be wrong: of short names a single one, since others have short names as well. */
const mostWrong = (name: string): number => (name.length < 8 ? 1 : 2);

function misspeltOf(given: Record<string, string | undefined>): MisspeltSetting[] {
  const known = Object.keys(environment.shape);
  const unknown = Object.keys(given).filter((name) => !known.includes(name) && given[name] !== '');
  return unknown.flatMap((name) => {
    const meant = known.find((one) => distance(one, name.toUpperCase()) <= mostWrong(one));
    return meant === undefined ? [] : [{ name, meant, isGiven: Boolean(given[meant]) }];
  });
}
