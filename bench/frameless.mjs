/**
 * The same reads without a framework: behind bare `node:http`, by the service's own parts. The token is remembered, rights and
 * revision are asked for with each request, what is kept is sent as the service sends it. Express, Nest, the checks of what
 * is sent, the headers against strangers' pages, the log and the record of who read what are missing: the difference to the
 * service is what they take.
 */
import { createServer } from 'node:http';
import { AccessRepository } from '../dist/src/access/access.repository.js';
import { VerifiedTokens } from '../dist/src/access/verified-tokens.js';
import { settingsFrom } from '../dist/src/config/settings.js';
import { alongWithRoster, ROSTER } from '../dist/src/features/directory/roster.snapshots.js';
import { ALONG_WITH_ME } from '../dist/src/features/session/me.sql.js';
import { SessionService } from '../dist/src/features/session/session.service.js';
import { knownAs } from '../dist/src/http/entity-tag.js';
import { sendPieces } from '../dist/src/http/send-pieces.js';
import { createApp } from '../dist/src/runtime/create-app.js';
import { SnapshotsService } from '../dist/src/snapshots/snapshots.service.js';

process.once('disconnect', () => process.exit());

let tokens, access, snapshots, session;

const OF_SCHOOL = { scope: 'school', param: 'schoolId' };
const OF_ACCOUNT = { scope: 'account' };
const WITH_ROSTER = alongWithRoster({});

const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
  answer(request, response).catch((error) => response.destroy(error));
});

// Not initialized: no background work is done here.
void createApp(settingsFrom(process.env, { now: Date.now(), terminal: false })).then((app) => {
  [tokens, access] = [app.get(VerifiedTokens), app.get(AccessRepository)];
  [snapshots, session] = [app.get(SnapshotsService), app.get(SessionService)];
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});

async function answer({ url, headers }, response) {
  const claims = claimsOf(headers.authorization.slice('Bearer '.length));
  const [, , , subject, schoolId] = url.split('/');
  const ready = subject === 'me' ? await me(claims) : await roster(claims, schoolId);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', `W/${ready.tag}`);
  response.setHeader('Vary', 'Accept-Encoding');
  if (knownAs(headers['if-none-match'], ready.tag) !== null) {
    response.statusCode = 304;
    return response.end();
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const coded = await ready.codings?.find(headers['accept-encoding']);
  if (coded) response.setHeader('Content-Encoding', coded.name);
  if (!coded && ready.pieces) return sendPieces(response, ready.pieces);
  const body = coded ? coded.bytes : ready.text;
  response.setHeader('Content-Length', Buffer.byteLength(body));
  return response.end(body);
}

/** Signatures are not checked: whoever speaks here is the bench. */
function claimsOf(token) {
  const now = new Date();
  const known = tokens.find(token, now);
  if (known) return known;
  const { sub, sid, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
  tokens.remember(token, { issuer: 'own', userId: sub, sessionId: sid, expiresAt: exp });
  return tokens.find(token, now);
}

async function me(claims) {
  const row = await access.read({ rule: OF_ACCOUNT, along: ALONG_WITH_ME, now: new Date() }, claims);
  return session.answer(null, row.along);
}

async function roster(claims, schoolId) {
  const asked = { rule: OF_SCHOOL, along: WITH_ROSTER, target: schoolId, now: new Date() };
  const row = await access.read(asked, claims);
  if (!row?.membership_id) throw new Error('no member');
  return snapshots.read(ROSTER, { schoolId, membershipId: row.membership_id }, row.along);
}
