import { randomBytes } from 'node:crypto';
import { withClient } from '../databases.mjs';
import { listening, startProgram } from '../processes.mjs';
import { databaseEnv } from '../servers.mjs';
import { installPeer } from './install.mjs';
import { webToken } from './web-token.mjs';

const VERSION = '5.1.5';
const ROLE = 'bench_reader';

const ROSTER = `query ($school: UUID!) {
  allStudents(condition: { schoolId: $school, archivedAt: null },
      orderBy: [LAST_NAME_ASC, FIRST_NAME_ASC, PRIMARY_KEY_ASC]) {
    nodes { rowId firstName lastName graduationYear
      guardiansByStudentId(orderBy: [IS_PRIMARY_DESC, LAST_NAME_ASC, FIRST_NAME_ASC, PRIMARY_KEY_ASC]) {
        nodes { firstName lastName relation } } } } }`;

const ME = `query ($user: UUID!) {
  userByRowId(rowId: $user) { rowId email firstName lastName twoStepEnabled
    membershipsByUserId { nodes { rowId role profileVisibility joinedAt deactivatedAt
      schoolBySchoolId { rowId name shortName timeZone }
      guardiansByMembershipId { nodes {
        studentByStudentId { rowId firstName lastName graduationYear addressVisible archivedAt } } } } } } }`;

/** GraphQL over the same tables: every request verifies its token and reads in the role that it names. */
export const postgraphile = {
  title: `PostGraphile ${VERSION}`,

  async start(url, _folder, say) {
    const installed = installPeer(
      { name: 'postgraphile', version: VERSION, files: ['postgraphile-server.mjs'] },
      say,
    );
    await withClient(url, (db) =>
      db.query(`create role ${ROLE}; grant usage on schema public to ${ROLE};
        grant select on all tables in schema public to ${ROLE}; grant ${ROLE} to current_user`),
    );
    const secret = randomBytes(32).toString('base64url');
    const env = { ...databaseEnv(url), JWT_SECRET: secret, GRAPHILE_ENV: 'production' };
    const program = startProgram(`${installed}/postgraphile-server.mjs`, { env, cwd: installed });
    const { child, origin } = await listening(program);
    const token = webToken({ role: ROLE, aud: 'postgraphile', iss: 'postgraphile' }, secret);
    return { child, origin, token };
  },

  requests: (token, { schoolId, userId }) => ({
    'roster-600': graphql(token, ROSTER, { school: schoolId }),
    me: graphql(token, ME, { user: userId }),
  }),

  studentsIn: ({ data }) =>
    data.allStudents.nodes.map(({ guardiansByStudentId, ...student }) => ({
      ...student,
      guardians: guardiansByStudentId.nodes,
    })),
  emailIn: ({ data }) => data.userByRowId.email,
};

const graphql = (token, query, variables) => ({
  method: 'POST',
  path: '/graphql',
  headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  body: JSON.stringify({ query, variables }),
  status: 200,
});
