import { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { databaseFacts, type DatabaseFacts } from '../../platform/database/database-facts.js';
import { databaseFault, isDatabaseError } from '../../platform/errors/database-faults.js';
import { MIN_SERVER_VERSION, queryOnce, versionName } from '../../platform/database/database-preflight.js';
import { connectionsOf } from '../../platform/process/connections.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { NO_SIGNING_KEYS, signingKeysOf, storedSigningKey } from '../../platform/auth/signing-keys.js';
import { SEALED_BY_KEY, type SealedCount } from '../../features/identity/secrets.js';
import { recordCommand } from '../../platform/database/migrate.js';
import { findDatabase } from '../../platform/database/open-database.js';
import { startupErrorLine } from '../../platform/errors/startup-error.js';
import { hasGraduated } from '../../policy/organization-access.js';
import { type Check, codeOf, failed, ok, warning } from './check.js';

/** Milliseconds: tokens and addresses are good for minutes, and some are checked against the database's clock. */
const SKEW = { warning: 2_000, failed: 30_000 };

/** @see Examination */
export async function examineDatabase(settings: Settings): Promise<Check[]> {
  let database;
  try {
    database = await findDatabase(settings, 'command');
    const { databaseUrl } = database.settings;
    const facts = await databaseFacts(databaseUrl);
    // What cannot be written to is told of below.
    await recordCommand(databaseUrl).catch(() => undefined);
    return [
      ...judgeDatabase(facts, settings, new Clock().now()),
      await examineSecrets(settings, databaseUrl),
      await examineDefaults(databaseUrl),
      await examineFamilies(databaseUrl),
      ...(await examinePasskeys(databaseUrl, settings)),
    ];
  } catch (error) {
    return [
      settings.databaseUrl
        ? unreachable('DATABASE_URL', error)
        : failed('DATA_DIR', startupErrorLine(error), EMBEDDED_REMEDY),
    ];
  } finally {
    await database?.close();
  }
}

const EMBEDDED_REMEDY = 'Do what the message says, or name a PostgreSQL of your own in DATABASE_URL.';

/** @param name of the setting that says where the database is */
export function unreachable(name: string, error: unknown): Check {
  const code = codeOf(error);
  if (isDatabaseError(error)) return refused(code === '53300' ? 'DATABASE_POOL_SIZE' : name, code, name);
  return failed(
    name,
    `The database does not answer (${code}).`,
    `Look whether PostgreSQL runs, and whether host and port in ${name} are right and open to this machine.`,
  );
}

/** @param address the setting that the remedy is to speak of */
function refused(name: string, sqlState: string, address: string): Check {
  const { reason, remedy } = databaseFault(sqlState);
  return failed(name, `${reason} (${sqlState}).`, remedy.replaceAll('DATABASE_URL', address));
}

/** What is to be said of a database that answers. */
export function judgeDatabase(facts: DatabaseFacts, settings: Settings, now: Date): Check[] {
  return [
    judgeVersion(facts),
    judgeWriting(facts),
    judgeMigrations(facts, settings),
    judgePool(facts, settings),
    judgeClock(facts, now),
    judgePlans(facts),
    judgeStatistics(facts),
  ];
}

function judgeVersion({ version, hasIcu }: DatabaseFacts): Check {
  const name = `PostgreSQL ${versionName(version)}`;
  if (version < MIN_SERVER_VERSION)
    return failed('DATABASE_URL', `${name} is too old.`, 'Move the database to PostgreSQL 15 or newer.');
  if (!hasIcu)
    return failed(
      'DATABASE_URL',
      `${name} was built without ICU.`,
      'Use a PostgreSQL with ICU: names are ordered by it.',
    );
  return ok('DATABASE_URL', `${name} answers.`);
}

const judgeWriting = ({ writeFault }: DatabaseFacts): Check =>
  writeFault
    ? refused('DATABASE_URL', writeFault, 'DATABASE_URL')
    : ok('DATABASE_URL', 'A write worked, and was taken back.');

function judgeMigrations({ applied, pending }: DatabaseFacts, { migrateOnStart }: Settings): Check {
  const name = 'MIGRATE_ON_START';
  if (pending.length === 0) return ok(name, `The tables are up to date (${applied.length} migrations).`);
  const remedy = 'Run the command "db migrate", or set MIGRATE_ON_START=true.';
  if (migrateOnStart) return ok(name, `${pending.length} migrations are applied by the next start.`);
  if (applied.length === 0) return failed(name, 'The database has no tables yet.', remedy);
  return failed(name, `${pending.length} migrations are not applied yet.`, remedy);
}

function judgePool({ connections }: DatabaseFacts, settings: Settings): Check {
  const name = 'DATABASE_POOL_SIZE';
  const size = connectionsOf(settings);
  const who =
    settings.clusterWorkers === 1 ? 'One process' : `A service of ${settings.clusterWorkers} workers`;
  const message = `${who} takes up to ${size} of the database's ${connections} connections.`;
  if (size > connections)
    return failed(
      name,
      message,
      `Set DATABASE_POOL_SIZE to less than ${connections} divided by the processes that serve.`,
    );
  if (size > connections / 2)
    return warning(name, message, 'A second one would not find enough: lower it, or raise max_connections.');
  return ok(name, message);
}

function judgeClock({ clock }: DatabaseFacts, now: Date): Check {
  const apart = Math.abs(clock - now.getTime());
  const message = `The clocks of this machine and of the database are ${(apart / 1000).toFixed(1)} seconds apart.`;
  const remedy = 'Let both machines set their clocks by NTP.';
  if (apart > SKEW.failed) return failed('clock', message, remedy);
  return apart > SKEW.warning ? warning('clock', message, remedy) : ok('clock', message);
}

/** What plans are made by; PostgreSQL's own figures are for disks that turn, and for statements that take long. */
function judgePlans({ randomPageCost, jit }: DatabaseFacts): Check {
  const asked = [
    ...(randomPageCost > 2 ? [`random_page_cost is ${randomPageCost}`] : []),
    ...(jit ? ['jit is on'] : []),
  ];
  if (asked.length === 0) return ok('plans', 'PostgreSQL plans as for a disk without moving parts.');
  return warning(
    'plans',
    `In PostgreSQL ${asked.join(' and ')}: answers may take a multiple of their time.`,
    'ALTER DATABASE … SET random_page_cost = 1.1, and SET jit = off; connections made after it have them.',
  );
}

/** Without them PostgreSQL takes each table for nearly empty, and reads all of a school again for each of its rows. */
function judgeStatistics({ autovacuum, withoutStatistics }: DatabaseFacts): Check {
  const name = 'statistics';
  if (withoutStatistics.length > 0)
    return warning(
      name,
      `PostgreSQL has no statistics of ${withoutStatistics.join(', ')}: some answers may take minutes.`,
      'Run ANALYZE in the database, as its owner.',
    );
  if (!autovacuum)
    return warning(
      name,
      'In PostgreSQL autovacuum is off: nobody keeps its statistics, or clears away what was changed.',
      'Set autovacuum = on in its configuration, and reload it.',
    );
  return ok(name, 'PostgreSQL keeps its statistics.');
}

/** What is sealed, and whether the keys of now open it. */
async function examineSecrets(settings: Settings, databaseUrl: string): Promise<Check> {
  // A key is made by the service alone.
  const stored = settings.makesSigningKey ? await storedSigningKey(settings.dataDir) : null;
  const signingKey = settings.signingKey ?? stored;
  const signing = await signingKeysOf({ ...settings, signingKey, makesSigningKey: false }).catch(
    () => NO_SIGNING_KEYS,
  );
  const keys = new DataKeys(settings, signing);
  const asked = `select coalesce(json_agg(counts), '[]') as counts from (${SEALED_BY_KEY}) counts`;
  // Tables of a release before it have nothing sealed.
  const { counts } = await queryOnce<{ counts: SealedCount[] }>(databaseUrl, asked).catch(() => ({
    counts: [],
  }));
  return judgeSecrets(counts, keys, settings.dataKeys.length > 0);
}

/** @param isSet whether there is a key of its own */
function judgeSecrets(counts: SealedCount[], keys: DataKeys, isSet: boolean): Check {
  const name = 'DATA_KEY';
  const sum = (isIt: (prefix: string | null) => boolean): number =>
    counts.filter(({ prefix }) => isIt(prefix)).reduce((total, { count }) => total + count, 0);
  const readable = sum((prefix) => prefix === null);
  const sealed = sum((prefix) => prefix !== null);
  let lost: number, current: number;
  try {
    lost = sum((prefix) => prefix !== null && !keys.knows(prefix));
    current = sum((prefix) => prefix === keys.currentPrefix);
  } catch {
    const unset = 'Not set, and there is no signing key to derive it from';
    if (sealed === 0) return ok(name, `${unset}: nothing is sealed.`);
    return warning(
      name,
      `${unset}. Sealed secrets: ${sealed}.`,
      'Set DATA_KEY or AUTH_SIGNING_KEY as the service has it.',
    );
  }
  const former = sealed - lost - current;
  const key = isSet ? 'Set' : 'Derived from the signing key';
  const message = `${key}. Secrets sealed by it: ${current}, by a former key: ${former}, opened by no key: ${lost}, readable: ${readable}.`;
  if (lost > 0)
    return warning(
      name,
      message,
      'Put the key that they were sealed with behind the first one in DATA_KEY, or set AUTH_SIGNING_KEY back. Without it: people of whom "user two-step" is asked again.',
    );
  if (former + readable > 0) return warning(name, message, 'Run "secrets rotate".');
  if (!isSet && sealed > 0)
    return warning(
      name,
      message,
      'Another AUTH_SIGNING_KEY would lose them: set DATA_KEY (openssl rand -base64 32) and run "secrets rotate" first.',
    );
  return ok(name, message);
}

/** What schools show of people who have not chosen. */
async function examineDefaults(databaseUrl: string): Promise<Check> {
  const asked = `select count(*)::int as schools, coalesce(json_agg(short_name order by short_name)
      filter (where default_visibility = 'name_only'), '[]') as contacts,
    coalesce(json_agg(short_name order by short_name) filter (where default_address = 'hidden'), '[]') as addresses
    from schools`;
  const none = { schools: 0, contacts: [], addresses: [] };
  // Tables of a release before it hide nothing by default.
  const found = await queryOnce<{ schools: number; contacts: string[]; addresses: string[] }>(
    databaseUrl,
    asked,
  ).catch(() => none);
  const of = (names: string[]): string =>
    names.length === 0
      ? 'of no school'
      : `of ${names.length} of ${found.schools} schools (${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''})`;
  return ok(
    'privacy',
    `Hidden of people who have not chosen: contacts ${of(found.contacts)}, addresses ${of(found.addresses)}.`,
  );
}

/** Whom no import takes off the roster: graduates of schools that a content file feeds, and parents without students. */
const FAMILIES = `
  select (select count(*) from students s where s.archived_at is null and ${hasGraduated('s', 'now()::date')})::int as graduates,
    (select coalesce(string_agg(distinct school.short_name, ', '), '') from students s join schools school on school.id = s.school_id
      where s.archived_at is null and ${hasGraduated('s', 'now()::date')}) as schools,
    (select count(*) from memberships where students_gone_at is not null and deactivated_at is null)::int as waiting`;

async function examineFamilies(databaseUrl: string): Promise<Check> {
  // The tables of a release before it do not say.
  const found = await queryOnce<{ graduates: number; schools: string; waiting: number }>(
    databaseUrl,
    FAMILIES,
  ).catch(() => ({ graduates: 0, schools: '', waiting: 0 }));
  const message = `Graduates on a roster: ${found.graduates}. Parents without students, members for a while still: ${found.waiting}.`;
  if (found.graduates === 0) return ok('families', message);
  return warning(
    'families',
    message,
    `Run "students archive --graduated --school S" for ${found.schools}, or the import of their source.`,
  );
}

/** Passkeys by the host that they were made for. */
const PASSKEYS = `
  select coalesce(json_object_agg(rp_id, n), '{}') as hosts
  from (select rp_id, count(*)::int as n from passkeys group by rp_id) made`;

/** Nothing where nobody has one, or in the tables of a release before them. */
async function examinePasskeys(databaseUrl: string, { siteUrl }: Settings): Promise<Check[]> {
  const none: { hosts: Record<string, number> } = { hosts: {} };
  const { hosts } = await queryOnce<typeof none>(databaseUrl, PASSKEYS).catch(() => none);
  const host = new URL(siteUrl).hostname;
  const { [host]: here = 0, ...others } = hosts;
  const elsewhere = Object.values(others).reduce((sum, n) => sum + n, 0);
  if (here + elsewhere === 0) return [];
  if (elsewhere === 0) return [ok('SITE_URL', `Passkeys that work at ${host}: ${here}.`)];
  const message = `Passkeys that were made for ${Object.keys(others).join(', ')} and do not work at ${host}: ${elsewhere}.`;
  const remedy =
    'Use the host before again, or have these people sign in with their password and add a passkey.';
  return [warning('SITE_URL', message, remedy)];
}

const NAME = 'DATABASE_REPLICA_URLS';

/** @see Examination */
export async function examineReplicas({ databaseReplicaUrls: urls }: Settings): Promise<Check[]> {
  if (urls.length === 0) return [ok(NAME, 'None: everything is read from the database.')];
  const checks = await Promise.all(urls.map(examineReplica));
  // By its place in the list: an address holds a password.
  return checks.map((check, at) => ({
    ...check,
    message: `Replica ${at + 1} of ${urls.length}: ${check.message}`,
  }));
}

async function examineReplica(url: string): Promise<Check> {
  try {
    const { follows } = await queryOnce<{ follows: boolean }>(url, 'select pg_is_in_recovery() as follows');
    if (follows) return ok(NAME, 'It answers, and follows a database.');
    return warning(
      NAME,
      'It follows no database.',
      'Name a server that follows the one in DATABASE_URL by streaming replication, or nothing.',
    );
  } catch (error) {
    return unreachable(NAME, error);
  }
}
