/**
 * What every ratio is measured against: the same answers from a bare `node:http` server with `pg`, as a careful
 * engineer writes it without a framework. ES256 is verified on every call, one query reads session and membership,
 * one lets PostgreSQL build the answer, and its text is sent as it is. All statements are prepared once a connection.
 */
import { createPublicKey, hash, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import pg from 'pg';
import { feedOf } from './baseline-feed.mjs';
import * as life from './baseline-school-life-sql.mjs';
import * as sql from './baseline-sql.mjs';

const { DATABASE_URL, DATABASE_POOL_SIZE, SITE_URL } = process.env;
const { TOKEN_KEY, TOKEN_TYPE, TOKEN_ISSUER, TOKEN_AUDIENCE } = process.env;
const jwk = JSON.parse(TOKEN_KEY);
const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' };
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(DATABASE_POOL_SIZE),
  idleTimeoutMillis: 60_000,
  options: '-c TimeZone=UTC',
});

const JSON_TYPE = 'application/json; charset=utf-8';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SCHOOL = /^\/api\/v1\/schools\/([^/]+)\/(students|map-markers|calendar|staff|menus)$/;
const STUDENT = /^\/api\/v1\/students\/([^/]+)$/;
const FEED = /^\/api\/calendar\/subscribe\/([\w-]{43})\/feed\.ics$/;

/** Of the viewer: school, membership, whether an admin. */
const READS = {
  students: ([id]) => first(sql.ROSTER, [id]),
  'students?full=true': (viewer) => first(sql.FULL_ROSTER, viewer),
  'map-markers': (viewer) => first(sql.MARKERS, viewer),
  calendar: (viewer) => first(life.CALENDAR, viewer),
  staff: ([id]) => first(life.STAFF, [id]),
  menus: ([id]) => first(life.MENUS, [id, SITE_URL]),
};
const FEATURES = { calendar: 'calendar', staff: 'staff_directory', menus: 'lunch_menus' };

const server = createServer((request, response) => {
  answer(request, response).catch((error) => refuse(response, 500, 'internal_error', error.message));
});

async function answer(request, response) {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const feed = FEED.exec(pathname);
  if (feed) return subscribed(request, response, feed[1]);
  const claims = claimsOf(request.headers.authorization);
  if (!claims) return refuse(response, 401, 'not_authenticated', 'Sign in.');
  if (pathname === '/api/v1/me') return me(request, response, claims);
  if (pathname === '/api/v1/me/contact' && request.method === 'PATCH')
    return contact(request, response, claims);
  const student = STUDENT.exec(pathname);
  if (student) return detail(request, response, claims, student[1]);
  const school = SCHOOL.exec(pathname);
  if (school) return list(request, response, claims, { id: school[1], what: school[2], search });
  return refuse(response, 404, 'not_found', 'Not found.');
}

async function me(request, response, claims) {
  const session = await first(sql.SESSION, [claims.sid, claims.sub]);
  if (!isWhole(session, response)) return;
  const { text } = await first(sql.ME, [claims.sub]);
  send(request, response, text);
}

/** One statement for all of it, which is a transaction by itself. */
async function contact(request, response, claims) {
  const session = await first(sql.SESSION, [claims.sid, claims.sub]);
  if (!isWhole(session, response)) return;
  const given = JSON.parse(await textOf(request));
  const names = ['first_name', 'last_name', 'phone'];
  const values = names.map((name) => (typeof given[name] === 'string' ? given[name].trim().normalize() : ''));
  if (values.some((value) => value === '' || value.length > 200)) {
    return refuse(response, 400, 'validation_failed', 'Name and phone are needed.');
  }
  await first(sql.CHANGE_CONTACT, [claims.sub, ...values]);
  const body = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]])));
  const headers = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(200, { 'Cache-Control': 'private, no-store', ...headers }).end(body);
}

async function detail(request, response, claims, studentId) {
  const id = UUID.test(studentId) ? studentId : null;
  const access = await first(sql.STUDENT_ACCESS, [claims.sid, claims.sub, id]);
  if (!isWhole(access, response)) return;
  if (!access.membership_id) return refuse(response, 404, 'not_found', 'Not found.');
  const row = await first(sql.DETAIL, [id, access.membership_id, access.role !== 'parent']);
  if (!row) return refuse(response, 404, 'not_found', 'Not found.');
  send(request, response, row.text);
}

async function list(request, response, claims, { id, what, search }) {
  const access = await first(sql.SCHOOL_ACCESS, [claims.sid, claims.sub, UUID.test(id) ? id : null]);
  if (!isWhole(access, response)) return;
  if (!access.membership_id) return refuse(response, 403, 'not_authorized', 'Not a member.');
  if (access.features[FEATURES[what]] === false)
    return refuse(response, 403, 'feature_disabled', 'Turned off.');
  const read = READS[what + search] ?? READS[what];
  const { text } = await read([id, access.membership_id, access.role !== 'parent']);
  send(request, response, text, { weak: 'W/' });
}

async function subscribed(request, response, token) {
  const feed = await first(life.SUBSCRIPTION, [token]);
  if (!feed || feed.features.calendar === false) return refuse(response, 404, 'not_found', 'Not found.');
  const viewer = [feed.school_id, feed.membership_id, feed.role !== 'parent'];
  const { name, text } = life.FEED_EVENTS;
  const chosen = [feed.categories, feed.tags, feed.organization_id];
  const { rows } = await pool.query({ name, text, values: [...viewer, ...chosen] });
  send(request, response, feedOf(feed, rows, SITE_URL), { type: 'text/calendar; charset=utf-8' });
}

function isWhole(session, response) {
  if (!session) refuse(response, 401, 'not_authenticated', 'Sign in.');
  else if (session.second_step_pending) refuse(response, 401, 'mfa_required', 'Second step.');
  else return true;
  return false;
}

/** The tag is of the text, as in the service. */
function send(request, response, text, { weak = '', type = JSON_TYPE } = {}) {
  const tag = `${weak}"${hash('sha256', text, 'base64url').slice(0, 24)}"`;
  const headers = { 'Cache-Control': 'private, no-cache', ETag: tag };
  if (request.headers['if-none-match'] === tag) return response.writeHead(304, headers).end();
  const length = Buffer.byteLength(text);
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': length }).end(text);
}

function refuse(response, status, code, message) {
  response.writeHead(status, { 'Content-Type': JSON_TYPE }).end(JSON.stringify({ error: { code, message } }));
}

const first = async ({ name, text }, values) => (await pool.query({ name, text, values })).rows[0];

/** Null unless signature, kind, issuer, audience and time are right. */
function claimsOf(authorization) {
  const [header, payload, signature] = authorization?.startsWith('Bearer ')
    ? authorization.slice(7).split('.')
    : [];
  if (!signature) return null;
  const { alg, typ, kid } = decoded(header);
  if (alg !== 'ES256' || typ !== TOKEN_TYPE || kid !== jwk.kid) return null;
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))) return null;
  const claims = decoded(payload);
  const now = Date.now() / 1000;
  const right = claims.iss === TOKEN_ISSUER && claims.aud === TOKEN_AUDIENCE && claims.exp > now;
  return right && UUID.test(claims.sub) && UUID.test(claims.sid) ? claims : null;
}

function decoded(part) {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return {};
  }
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit());
