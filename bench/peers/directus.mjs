import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../databases.mjs';
import { freePort } from '../free-port.mjs';
import { get } from '../http.mjs';
import { startProgram } from '../processes.mjs';
import { databaseEnv } from '../servers.mjs';
import { installPeer } from './install.mjs';
import { webToken } from './web-token.mjs';

const VERSION = '12.4.0';
const READY_MS = 120_000;
const READER = { id: randomUUID(), role: randomUUID(), policy: randomUUID() };

const ROSTER_FIELDS = [
  ...['id', 'first_name', 'last_name', 'graduation_year'],
  ...['first_name', 'last_name', 'relation'].map((field) => `guardians.${field}`),
];
const ME_FIELDS = [
  ...['id', 'email', 'first_name', 'last_name', 'two_step_enabled'],
  ...[
    ...['id', 'role', 'profile_visibility', 'joined_at', 'deactivated_at'],
    ...['id', 'name', 'short_name', 'time_zone'].map((field) => `school_id.${field}`),
    ...['id', 'first_name', 'last_name', 'graduation_year', 'address_visible', 'archived_at'].map(
      (field) => `guardians.student_id.${field}`,
    ),
  ].map((field) => `memberships.${field}`),
];

/** Its own tables beside ours, the lists of a row told to it, and a role that may read what is asked for. */
const SET_UP = `
  insert into directus_collections (collection)
    select unnest(array['schools', 'students', 'guardians', 'memberships', 'users']) on conflict do nothing;
  insert into directus_fields (collection, field, special, interface) values
    ('students', 'guardians', 'o2m', 'list-o2m'), ('users', 'memberships', 'o2m', 'list-o2m'),
    ('memberships', 'guardians', 'o2m', 'list-o2m');
  insert into directus_relations (many_collection, many_field, one_collection, one_field) values
    ('guardians', 'student_id', 'students', 'guardians'), ('memberships', 'user_id', 'users', 'memberships'),
    ('guardians', 'membership_id', 'memberships', 'guardians'), ('memberships', 'school_id', 'schools', null);
  insert into directus_roles (id, name) values ('${READER.role}', 'Reader');
  insert into directus_policies (id, name, icon, admin_access, app_access)
    values ('${READER.policy}', 'Reading', 'badge', false, false);
  insert into directus_access (id, role, policy, sort) values (gen_random_uuid(), '${READER.role}', '${READER.policy}', 1);
  insert into directus_permissions (policy, collection, action, permissions, fields)
    select '${READER.policy}', collection, 'read', '{}', '*' from directus_collections;
  insert into directus_users (id, email, status, role)
    values ('${READER.id}', 'reader@example.com', 'active', '${READER.role}')`;

/** REST over the same tables: every request verifies its token, and its role has its fields. */
export const directus = {
  title: `Directus ${VERSION}`,

  async start(url, folder, say) {
    const installed = installPeer(
      {
        name: 'directus',
        version: VERSION,
        overrides: { 'isolated-vm': 'file:no-isolates' },
        files: ['directus-server.mjs', 'no-isolates'],
      },
      say,
    );
    const env = await environment(url, folder);
    const program = (command) =>
      startProgram(`${installed}/directus-server.mjs`, { args: [command], env, cwd: installed });
    const [code] = await once(program('bootstrap'), 'exit');
    if (code !== 0) throw new Error(`Directus cannot set up its tables: it ended with ${code}`);
    await withClient(url, (db) => db.query(SET_UP));
    const child = program('start');
    const origin = `http://127.0.0.1:${env.PORT}`;
    await isReady(origin);
    const claims = {
      id: READER.id,
      role: READER.role,
      app_access: false,
      admin_access: false,
      iss: 'directus',
    };
    return { child, origin, token: webToken(claims, env.SECRET) };
  },

  requests: (token, { schoolId, userId }) => ({
    'roster-600': items(token, 'students', {
      fields: ROSTER_FIELDS.join(),
      filter: JSON.stringify({ school_id: { _eq: schoolId }, archived_at: { _null: true } }),
      sort: 'last_name,first_name,id',
      limit: '-1',
      deep: JSON.stringify({ guardians: { _limit: -1, _sort: '-is_primary,last_name,first_name,id' } }),
    }),
    me: items(token, `users/${userId}`, { fields: ME_FIELDS.join() }),
  }),

  studentsIn: ({ data }) => data,
  emailIn: ({ data }) => data.email,
};

const items = (token, path, query) => ({
  path: `/items/${path}?${new URLSearchParams(query)}`,
  headers: { Authorization: `Bearer ${token}` },
  status: 200,
});

async function environment(url, folder) {
  const { DATABASE_POOL_SIZE: poolSize } = databaseEnv(url);
  return {
    HOME: folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    SECRET: randomBytes(32).toString('base64url'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    DB_POOL__MIN: '0',
    DB_POOL__MAX: poolSize,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    STORAGE_LOCAL_ROOT: `${folder}/uploads`,
    EXTENSIONS_PATH: `${folder}/extensions`,
    LOG_LEVEL: 'error',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    // Both would refuse requests under load.
    PRESSURE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
  };
}

async function isReady(origin) {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    const answer = await get(origin, '/server/ping').catch(() => null);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error('Directus is not ready after two minutes');
}
