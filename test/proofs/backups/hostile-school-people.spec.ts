import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileOperator, NOBODY } from '../../support/proofs/hostile-operator.js';
import {
  each,
  first,
  oneMore,
  type Rewriting,
  rowsChanged,
  withColumn,
  withTable,
} from '../../support/files/rewritten-file.js';
import { FROM_THERE } from '../../support/schools/school-moves.js';

let by: HostileOperator;
beforeAll(async () => {
  by = await HostileOperator.begin();
}, 120_000);
afterAll(() => by.close());

const STRANGE_TABLE = /it has tables that its version did not have/;
const ITS_USERS = /its table users is not the one of its version/;
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA';
const FUTURE = '2999-01-01 00:00:00+00';

describe('a school of a hostile operator is refused, and leaves nothing, that has', () => {
  it.each<[string, Rewriting, RegExp]>([
    // Rows of others.
    [
      'a row of a school here',
      rowsChanged('stars', (rows) => first(() => ({ school_id: by.living.id }))(rows)),
      /a row of stars is not/,
    ],
    [
      'an invitation to a school here',
      rowsChanged('invitations', (rows) =>
        first(() => ({ school_id: by.living.id, role: 'senior_admin' }))(rows),
      ),
      /a row of invitations is not/,
    ],
    [
      'a grant in a school here',
      rowsChanged('organization_grants', (rows) => first(() => ({ school_id: by.living.id }))(rows)),
      /a row of organization_grants is not/,
    ],
    [
      'the school of somebody else',
      rowsChanged('schools', (rows) => each({ id: by.living.id })(rows)),
      /a row of schools is not/,
    ],
    [
      'a second school',
      rowsChanged('schools', (rows) => oneMore(() => ({ id: NOBODY, short_name: 'second' }))(rows)),
      /a row of schools is not/,
    ],
    ['no school', rowsChanged('schools', () => []), /has no school/],
    [
      'a member by the id of an account here',
      rowsChanged('memberships', (rows) => first(() => ({ user_id: by.victim.userId }))(rows)),
      /a row of memberships is not/,
    ],
    [
      'a signature by the id of an account here',
      rowsChanged('permission_slip_responses', (rows) => each({ signed_by_user_id: by.victim.userId })(rows)),
      /a row of permission_slip_responses is not/,
    ],
    [
      'a student with the id of one here',
      rowsChanged('students', (rows) => oneMore(() => ({ id: by.living.life.ada.id, source_id: 'x' }))(rows)),
      /of students is here already/,
    ],
    [
      'a student’s parent across schools',
      rowsChanged('guardians', (rows) => first(() => ({ student_id: by.living.life.ada.id }))(rows)),
      /23503|not the school’s|foreign key/,
    ],
    // What one signs in with.
    [
      'a password',
      withTable(
        'user_credentials',
        ['user_id', 'password_hash', 'totp_secret', 'totp_sealed', 'totp_last_step'],
        () => [by.made.userId, HASH, '\\N', '\\N', '\\N'],
      ),
      STRANGE_TABLE,
    ],
    [
      'a sealed authenticator',
      withTable('user_credentials', ['user_id', 'totp_sealed'], () => [by.victim.userId, 'sealed']),
      STRANGE_TABLE,
    ],
    [
      'recovery codes',
      withTable('recovery_codes', ['code_hash', 'user_id', 'used_at'], () => ['hash', by.made.userId, '\\N']),
      STRANGE_TABLE,
    ],
    ['a passkey', withTable('passkeys', ['id', 'user_id'], () => [NOBODY, by.made.userId]), STRANGE_TABLE],
    [
      'a session',
      withTable('user_sessions', ['id', 'user_id'], () => [NOBODY, by.victim.userId]),
      STRANGE_TABLE,
    ],
    [
      'a refresh token',
      withTable('refresh_tokens', ['token_hash', 'session_id'], () => ['hash', NOBODY]),
      STRANGE_TABLE,
    ],
    ['an application', withTable('applications', ['id', 'name'], () => [NOBODY, 'Mine']), STRANGE_TABLE],
    [
      'what somebody has allowed an application',
      withTable('oauth_grants', ['session_id', 'payload'], () => [NOBODY, '{}']),
      STRANGE_TABLE,
    ],
    [
      'a mailed link',
      withTable('one_time_links', ['token_hash', 'purpose', 'user_id'], () => [
        'hash',
        'password',
        by.victim.userId,
      ]),
      STRANGE_TABLE,
    ],
    [
      'a known device',
      withTable('known_sources', ['user_id', 'source'], () => [by.made.userId, 'x']),
      STRANGE_TABLE,
    ],
    [
      'a further address of an account here',
      withTable('user_addresses', ['email', 'user_id', 'verified_at'], () => [
        'mine@example.org',
        by.victim.userId,
        FUTURE,
      ]),
      STRANGE_TABLE,
    ],
    [
      'addresses of feeds',
      withTable('calendar_subscriptions', ['id', 'school_id', 'token'], () => [NOBODY, by.whole.id, 'known']),
      STRANGE_TABLE,
    ],
    [
      'an audit trail',
      withTable('audit_entries', ['school_id', 'position'], () => [by.living.id, '1']),
      STRANGE_TABLE,
    ],
    ['a note on repeated writes', withTable('idempotency_keys', ['key'], () => ['x']), STRANGE_TABLE],
    ['an address that is proven already', withColumn('users', 'email_verified_at', FUTURE), ITS_USERS],
    ['a subject of the outside provider', withColumn('users', 'outside_subject_id', NOBODY), ITS_USERS],
    ['a second step', withColumn('users', 'two_step_enabled', 't'), ITS_USERS],
    ['accounts that are for one school alone', withColumn('users', 'only_schools', `{${NOBODY}}`), ITS_USERS],
    // People.
    [
      'people whom no row names',
      rowsChanged('users', (rows) => oneMore(() => ({ id: NOBODY, email: 'head@example.org' }))(rows)),
      /people whom no row of the school names/,
    ],
    [
      'an account here that no row names',
      rowsChanged('users', (rows) => oneMore(() => ({ id: NOBODY, email: by.victim.email }))(rows)),
      /people whom no row of the school names/,
    ],
    [
      'somebody twice by their address',
      rowsChanged('users', (rows) => oneMore(() => ({ id: NOBODY }))(rows)),
      /somebody twice/,
    ],
    [
      'somebody twice by their id',
      rowsChanged('users', (rows) => oneMore(() => ({ email: 'other@example.org' }))(rows)),
      /somebody twice/,
    ],
    [
      'an address that is another one here',
      rowsChanged('users', (rows) => first(() => ({ email: by.victim.email.toUpperCase() }))(rows)),
      /an address that is none/,
    ],
    [
      'an address that is none',
      rowsChanged('users', (rows) => first(() => ({ email: 'nobody' }))(rows)),
      /an address that is none/,
    ],
  ])('%s', async (_, change, reason) => {
    expect(await by.refused(await by.rewritten(change), ...FROM_THERE)).toMatch(reason);
  });

  it.each<[string, string]>([
    ['memberships', 'memberships'],
    ['invitations', 'invitations'],
    ['notices', 'notices'],
  ])('the id of one of the %s here', async (_, table) => {
    const found = `select id from ${table} where school_id = $1 limit 1`;
    const [{ id }] = await by.here.t.dataSource.query<[{ id: string }]>(found, [by.living.id]);
    const clashing = await by.rewritten(rowsChanged(table, (rows) => first(() => ({ id }))(rows)));
    expect(await by.refused(clashing, ...FROM_THERE)).toMatch(/is here already|23503/);
  });
});
