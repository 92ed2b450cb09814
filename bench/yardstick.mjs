/**
 * What every ratio is measured against: the same answers from a bare `node:http` server with `pg`, as a careful
 * engineer writes it without a framework. ES256 is verified on every call, one query reads session and membership,
 * one lets PostgreSQL build the answer, and its text is sent as it is. All statements are prepared once a connection.
 */
import { createPublicKey, hash, verify } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import * as sql from './yardstick-sql.mjs';

const { DATABASE_URL, DATABASE_POOL_SIZE, TOKEN_KEY, TOKEN_TYPE, TOKEN_ISSUER, TOKEN_AUDIENCE } = process.env;
const jwk = JSON.parse(TOKEN_KEY);
const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' };
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(DATABASE_POOL_SIZE),
  idleTimeoutMillis: 60_000,
  options: '-c TimeZone=UTC',
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SCHOOL = /^\/api\/v1\/schools\/([^/]+)\/(students|map-markers)$/;
const STUDENT = /^\/api\/v1\/students\/([^/]+)$/;

const server = createServer((request, response) => {
  answer(request, response).catch((error) => refuse(response, 500, 'internal_error', error.message));
});

async function answer(request, response) {
  const claims = claimsOf(request.headers.authorization);
  if (!claims) return refuse(response, 401, 'not_authenticated', 'Sign in.');
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/api/v1/me') return me(request, response, claims);
  const student = STUDENT.exec(pathname);
  if (student) return detail(request, response, claims, student[1]);
  const school = SCHOOL.exec(pathname);
  if (school) return list(request, response, claims, { id: school[1], what: school[2], searchParams });
  return refuse(response, 404, 'not_found', 'Not found.');
}

async function me(request, response, claims) {
  const session = await first(sql.SESSION, [claims.sid, claims.sub]);
  if (!session) return refuse(response, 401, 'not_authenticated', 'Sign in.');
  if (session.second_step_pending) return refuse(response, 401, 'mfa_required', 'Second step.');
  const { text } = await first(sql.ME, [claims.sub]);
  send(request, response, text, '');
}

async function detail(request, response, claims, studentId) {
  const id = UUID.test(studentId) ? studentId : null;
  const access = await first(sql.STUDENT_ACCESS, [claims.sid, claims.sub, id]);
  if (!access) return refuse(response, 401, 'not_authenticated', 'Sign in.');
  if (access.second_step_pending) return refuse(response, 401, 'mfa_required', 'Second step.');
  if (!access.membership_id) return refuse(response, 404, 'not_found', 'Not found.');
  const row = await first(sql.DETAIL, [id, access.membership_id, access.role !== 'parent']);
  if (!row) return refuse(response, 404, 'not_found', 'Not found.');
  send(request, response, row.text, '');
}

async function list(request, response, claims, { id, what, searchParams }) {
  const access = await first(sql.SCHOOL_ACCESS, [claims.sid, claims.sub, UUID.test(id) ? id : null]);
  if (!access) return refuse(response, 401, 'not_authenticated', 'Sign in.');
  if (access.second_step_pending) return refuse(response, 401, 'mfa_required', 'Second step.');
  if (!access.membership_id) return refuse(response, 403, 'not_authorized', 'Not a member.');
  const viewer = [id, access.membership_id, access.role !== 'parent'];
  const full = searchParams.get('full') === 'true';
  const { text } =
    what === 'map-markers'
      ? await first(sql.MARKERS, viewer)
      : await (full ? first(sql.FULL_ROSTER, viewer) : first(sql.ROSTER, [id]));
  send(request, response, text, 'W/');
}

/** The tag is of the text, as in the service. */
function send(request, response, text, weak) {
  const tag = `${weak}"${hash('sha256', text, 'base64url').slice(0, 24)}"`;
  const headers = { 'Cache-Control': 'private, no-cache', ETag: tag };
  if (request.headers['if-none-match'] === tag) return response.writeHead(304, headers).end();
  response
    .writeHead(200, {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    })
    .end(text);
}

function refuse(response, status, code, message) {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ error: { code, message } }));
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
