import { SEALED_BY_KEY, type SealedCount } from '../../features/account/secrets.js';
import { WEBHOOKS_BY_KEY } from '../../features/webhooks/webhook-secrets.service.js';
import { WAITING_ANSWERS_BY_KEY } from '../../features/polls/poll-tallies.service.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { NO_SIGNING_KEYS, signingKeysOf, storedSigningKey } from '../../platform/auth/signing-keys.js';
import type { Settings } from '../../platform/config/settings.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { hasGraduated } from '../../policy/organization-access.js';
import { type Check, ok, warning } from './check.js';

/** Checks whether the present keys open the sealed secrets. */
export async function examineSecrets(settings: Settings, databaseUrl: string): Promise<Check> {
  // A key is made by the service alone.
  const stored = settings.makesSigningKey ? await storedSigningKey(settings.dataDir) : null;
  const signingKey = settings.signingKey ?? stored;
  const signing = await signingKeysOf({ ...settings, signingKey, makesSigningKey: false }).catch(
    () => NO_SIGNING_KEYS,
  );
  const keys = new DataKeys(settings, signing);
  const counts = [SEALED_BY_KEY, WEBHOOKS_BY_KEY, WAITING_ANSWERS_BY_KEY].map((statement) =>
    countsOf(statement, databaseUrl),
  );
  return judgeSecrets((await Promise.all(counts)).flat(), keys, settings.dataKeys.length > 0);
}

/** Tables of a release before it have nothing sealed. */
async function countsOf(statement: string, databaseUrl: string): Promise<SealedCount[]> {
  const all = `select coalesce(json_agg(counts), '[]') as counts from (${statement}) counts`;
  const found = await queryOnce<{ counts: SealedCount[] }>(databaseUrl, all).catch(() => null);
  return found?.counts ?? [];
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
      'Put the key that they were sealed with behind the first one in DATA_KEY, or set AUTH_SIGNING_KEY back. Without it: people of whom "user two-step" is asked again, webhooks whose secret has to be renewed, and up to five answers of each open anonymous poll that are not counted.',
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

/** Checks the defaults of schools for people who have not chosen. */
export async function examineDefaults(databaseUrl: string): Promise<Check> {
  const statement = `select count(*)::int as schools, coalesce(json_agg(short_name order by short_name)
      filter (where default_visibility = 'name_only'), '[]') as contacts,
    coalesce(json_agg(short_name order by short_name) filter (where default_address = 'hidden'), '[]') as addresses
    from schools`;
  const none = { schools: 0, contacts: [], addresses: [] };
  // Tables of a release before it hide nothing by default.
  const found = await queryOnce<{ schools: number; contacts: string[]; addresses: string[] }>(
    databaseUrl,
    statement,
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

/** Their last year is over at the school. */
const GRADUATES = `students s join schools school on school.id = s.school_id
      where s.archived_at is null and ${hasGraduated('s', '(now() at time zone school.time_zone)::date')}`;

/**
 * People whom no import takes off the roster: graduates of schools that a content file feeds, and parents without students.
 */
const FAMILIES = `
  select (select count(*) from ${GRADUATES})::int as graduates,
    (select coalesce(string_agg(distinct school.short_name, ', '), '') from ${GRADUATES}) as schools,
    (select count(*) from memberships where students_gone_at is not null and deactivated_at is null)::int as waiting`;

export async function examineFamilies(databaseUrl: string): Promise<Check> {
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
export async function examinePasskeys(databaseUrl: string, { siteUrl }: Settings): Promise<Check[]> {
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
