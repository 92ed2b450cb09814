import { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import {
  areCommitsConfirmed,
  databaseFacts,
  type DatabaseFacts,
} from '../../platform/database/database-facts.js';
import { databaseFault, isDatabaseError } from '../../platform/errors/database-faults.js';
import { MIN_SERVER_VERSION, versionName } from '../../platform/database/database-preflight.js';
import { connectionsOf } from '../../platform/process/connections.js';
import { recordCommand } from '../../platform/database/migrate.js';
import { findDatabase } from '../../dev/open-database.js';
import { startupErrorLine } from '../../platform/errors/startup-error.js';
import { examineBackups } from './backups.check.js';
import { examineHosts } from './hosts.check.js';
import { examineMails } from './mails.check.js';
import { examineTrail } from './trail.check.js';
import { examineDefaults, examineFamilies, examinePasskeys, examineSecrets } from './tables.check.js';
import { examineRestrictions } from './restrictions.check.js';
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
    // A database that cannot be written to is reported below. A write would not return while no commit is confirmed.
    if (areCommitsConfirmed(facts)) await recordCommand(databaseUrl).catch(() => undefined);
    return [
      ...judgeDatabase(facts, settings, new Clock().now()),
      ...(await examineHosts(databaseUrl)),
      await examineSecrets(settings, databaseUrl),
      await examineDefaults(databaseUrl),
      await examineFamilies(databaseUrl),
      ...(await examineRestrictions(databaseUrl)),
      await examineBackups(databaseUrl, settings),
      await examineTrail(databaseUrl),
      await examineMails(databaseUrl),
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

/** Checks of a database that answers. */
export function judgeDatabase(facts: DatabaseFacts, settings: Settings, now: Date): Check[] {
  // Nothing else can be put right before that is.
  if (facts.encoding !== 'UTF8') return [judgeVersion(facts), wrongEncoding(facts)];
  return [
    judgeVersion(facts),
    judgeWriting(facts),
    ...judgeStandby(facts),
    judgeMigrations(facts, settings),
    judgePool(facts, settings),
    judgeClock(facts, now),
    judgePlans(facts),
    judgeStatistics(facts),
    ...(settings.databaseUrl ? [judgeRole(facts)] : []),
  ];
}

const wrongEncoding = ({ encoding, applied }: DatabaseFacts): Check =>
  failed(
    'DATABASE_URL',
    `The encoding of the database is ${encoding}, and has to be UTF8: it cannot hold every name.`,
    `${applied.length > 0 ? 'Bring along what is in it: run "backup FILE" first, and "restore FILE --into-empty" last. ' : ''}In between make another database, CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in DATABASE_URL.`,
  );

/** Judges the rights of the service's role, which an injected statement would have. */
function judgeRole({ isSuperuser, ownsTrail }: DatabaseFacts): Check {
  const name = 'DATABASE_URL';
  if (isSuperuser)
    return warning(
      name,
      'The service is a superuser of the database server: it could read files of that machine and run programs there.',
      'Make a user and a database that is theirs, CREATE ROLE … LOGIN, CREATE DATABASE … OWNER …, bring along what is in this one, "backup FILE" and "restore FILE --into-empty", and name both in DATABASE_URL.',
    );
  if (ownsTrail)
    return warning(
      name,
      'The service owns its audit trail, and could write it anew.',
      'Run "db guard --role NAME" once, NAME being the user in DATABASE_URL, with the address of a superuser in DATABASE_URL.',
    );
  return ok(name, 'The service can append to its audit trail, and not change it.');
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

function judgeStandby(facts: DatabaseFacts): Check[] {
  const name = 'DATABASE_URL';
  if (facts.synchronousStandbys === '') return [];
  if (areCommitsConfirmed(facts)) return [ok(name, 'A synchronous standby confirms each commit.')];
  return [
    failed(
      name,
      `No synchronous standby confirms commits (standbys connected: ${facts.standbys}, commits that wait: ${facts.waitingCommits}): writes are refused, and reads go on.`,
      "Start the standby again. To go on without one, set synchronous_mode_strict to false in Patroni, or without Patroni synchronous_standby_names = '' in PostgreSQL, and reload it: what is written from then on is lost with this server.",
    ),
  ];
}

function judgeMigrations({ applied, pending, newer }: DatabaseFacts, { migrateOnStart }: Settings): Check {
  const name = 'MIGRATE_ON_START';
  if (newer.length > 0 && pending.length === 0)
    return warning(
      name,
      `The tables are those of a newer version: migrations that this one does not know: ${newer.length}.`,
      'Start the newer version again. To stay with this one, run "db revert" of the newer one, once for each of them: a version works on the tables of the next one, and of none beyond.',
    );
  if (pending.length === 0) return ok(name, `The tables are up to date (${applied.length} migrations).`);
  const remedy = 'Run the command "db migrate", or set MIGRATE_ON_START=true.';
  if (migrateOnStart) return ok(name, `${pending.length} migrations are applied by the next start.`);
  if (applied.length === 0) return failed(name, 'The database has no tables yet.', remedy);
  return failed(name, `${pending.length} migrations are not applied yet.`, remedy);
}

/** Where a commit waits for a standby, as many more may be taken by commits that were given up. */
function judgePool({ connections, synchronousStandbys }: DatabaseFacts, settings: Settings): Check {
  const name = 'DATABASE_POOL_SIZE';
  const size = connectionsOf(settings) * (synchronousStandbys === '' ? 1 : 2);
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

/**
 * Judges the settings of the planner: PostgreSQL's own figures are for disks that turn, and for statements that take long.
 */
function judgePlans({ randomPageCost, jit }: DatabaseFacts): Check {
  const faults = [
    ...(randomPageCost > 2 ? [`random_page_cost is ${randomPageCost}`] : []),
    ...(jit ? ['jit is on'] : []),
  ];
  if (faults.length === 0) return ok('plans', 'PostgreSQL plans as for a disk without moving parts.');
  return warning(
    'plans',
    `In PostgreSQL ${faults.join(' and ')}: answers may take a multiple of their time.`,
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
