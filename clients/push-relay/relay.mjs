import { ECDH } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import webPush from 'web-push';

/*
 * A push relay: the directory tells it of new notifications (`notification.created`), and it tells the browsers of their
 * readers. A push holds ids alone; the app asks the API for the rest, as its user. See README.md.
 */

const { PORT = '8080', API_URL = '', WEBHOOK_SECRET = '', STORE = 'subscriptions.json' } = process.env;
const { PUSH_HOSTS = 'fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com' } =
  process.env;
const { VAPID_SUBJECT = '', VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '' } = process.env;
const verifier = new Webhook(WEBHOOK_SECRET);
webPush.setVapidDetails(VAPID_SUBJECT, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY);

const MAX_BODY = 1_000_000;
/** Characters of one that a browser sends. */
const MAX_SUBSCRIPTION = 4_000;
const MAX_SUBSCRIPTIONS = 10;
/** Pushes that are on their way at the same time. */
const AT_ONCE = 50;
/** Pushes that are remembered, so that a message that comes again sends only what failed. */
const REMEMBERED = 100_000;
/** Milliseconds: an address at which nobody takes a push for so long is forgotten. The directory would pause the webhook of all. */
const MAX_FAILING = 24 * 60 * 60_000;

/** Subscriptions by the membership that reads in that browser. */
const subscriptions = new Map(existsSync(STORE) ? JSON.parse(readFileSync(STORE, 'utf8')) : []);
const pushed = new Set();

function save() {
  writeFileSync(`${STORE}.new`, JSON.stringify([...subscriptions]), { mode: 0o600 });
  renameSync(`${STORE}.new`, STORE);
}

const without = (membershipId, endpoint) =>
  (subscriptions.get(membershipId) ?? []).filter((one) => one.endpoint !== endpoint);

/** Keeps the newest subscriptions of a member. */
function subscribe(membershipId, subscription) {
  const kept = [...without(membershipId, subscription.endpoint), subscription];
  subscriptions.set(membershipId, kept.slice(-MAX_SUBSCRIPTIONS));
}

function unsubscribe(membershipId, endpoint) {
  const kept = without(membershipId, endpoint);
  if (kept.length > 0) subscriptions.set(membershipId, kept);
  else subscriptions.delete(membershipId);
}

/** Whether it is one of a push service: an app may not have the relay speak to anybody else. */
function isOfPushService(endpoint) {
  if (typeof endpoint !== 'string') return false;
  const { protocol, hostname } = URL.parse(endpoint) ?? {};
  const isKnown = (host) => hostname === host || hostname?.endsWith(`.${host}`);
  return protocol === 'https:' && PUSH_HOSTS.split(',').some(isKnown);
}

/** Whether a push can be encrypted for these: a point of the curve P-256, and 16 octets (RFC 8291 section 3.2). */
function areKeys({ p256dh, auth }) {
  if (typeof p256dh !== 'string' || typeof auth !== 'string') return false;
  const [point, secret] = [p256dh, auth].map((text) => Buffer.from(text, 'base64url'));
  try {
    ECDH.convertKey(point, 'prime256v1');
    return point.length === 65 && secret.length === 16;
  } catch {
    return false;
  }
}

/** The memberships of whoever has this token: the API says it, and nobody else is believed. */
async function membershipsOf(authorization) {
  const answer = await fetch(`${API_URL}/me`, { headers: { authorization }, redirect: 'error' });
  if (!answer.ok) return [];
  const { memberships } = await answer.json();
  return memberships.filter(({ status }) => status === 'active').map(({ membership_id }) => membership_id);
}

/** Whether a later attempt may succeed: the push service has not answered, is broken, or wants to be asked less often. */
const isPassing = ({ statusCode }) => statusCode === undefined || statusCode === 429 || statusCode >= 500;

/** @returns whether it has failed for less than a day */
function hasFailedLately(subscription) {
  if (subscription.failing_since === undefined) {
    subscription.failing_since = Date.now();
    save();
  }
  return Date.now() - subscription.failing_since < MAX_FAILING;
}

function endFailure(subscription) {
  if (subscription.failing_since === undefined) return;
  delete subscription.failing_since;
  save();
}

/** @returns whether it need not be tried again */
async function push(subscription, schoolId, { membership_id, notification_id, kind }) {
  const once = `${notification_id} ${subscription.endpoint}`;
  if (pushed.has(once)) return true;
  const payload = JSON.stringify({ school_id: schoolId, membership_id, notification_id, kind });
  try {
    // A push under a topic takes the place of the former one: what comes twice is shown once (RFC 8030 section 5.4).
    const topic = notification_id.replaceAll('-', '');
    await webPush.sendNotification(subscription, payload, { topic, TTL: 86_400, timeout: 5_000 });
    endFailure(subscription);
  } catch (error) {
    if (isPassing(error) && hasFailedLately(subscription)) return false;
    const isGone = isPassing(error) || error.statusCode === 404 || error.statusCode === 410;
    // Refused in another way, as for the keys of the relay, it would be so the next time as well.
    if (!isGone) console.error(`A push service has refused a push: ${error.statusCode}`);
    if (isGone) unsubscribe(membership_id, subscription.endpoint);
    save();
  }
  pushed.add(once);
  if (pushed.size > REMEMBERED) pushed.delete(pushed.values().next().value);
  return true;
}

/** @returns 204, or 503 where some pushes have failed: the directory sends the message again */
async function tell({ school_id, notifications }) {
  const due = notifications.flatMap((one) =>
    (subscriptions.get(one.membership_id) ?? []).map((subscription) => [subscription, one]),
  );
  let isAllDone = true;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const some = due.slice(at, at + AT_ONCE);
    const done = await Promise.all(some.map(([subscription, one]) => push(subscription, school_id, one)));
    isAllDone &&= done.every(Boolean);
  }
  return isAllDone ? 204 : 503;
}

async function hear({ headers }, body) {
  let message;
  try {
    message = verifier.verify(body, headers);
  } catch {
    return 401;
  }
  return message.type === 'notification.created' ? tell(message.data) : 204;
}

async function change({ method, headers }, body) {
  if (body.length > MAX_SUBSCRIPTION) return 400;
  const { endpoint, keys } = JSON.parse(body);
  if (!isOfPushService(endpoint) || !areKeys(keys ?? {})) return 400;
  const memberships = await membershipsOf(headers.authorization ?? '');
  if (memberships.length === 0) return 401;
  // Whoever was signed in there before may have gone without a word: what they are told is none of this reader's business.
  for (const id of [...subscriptions.keys()].filter((one) => !memberships.includes(one)))
    unsubscribe(id, endpoint);
  for (const id of memberships)
    if (method === 'DELETE') unsubscribe(id, endpoint);
    else subscribe(id, { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  save();
  return 204;
}

async function textOf(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MAX_BODY) throw new Error('The body is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const HANDLERS = { 'POST /hook': hear, 'PUT /subscriptions': change, 'DELETE /subscriptions': change };

async function answer(request) {
  const handle = HANDLERS[`${request.method} ${request.url}`];
  return handle ? handle(request, await textOf(request)) : 404;
}

createServer((request, response) => {
  const send = (status) => response.writeHead(status, { connection: 'close' }).end();
  // What cannot be read is the sender's fault; the API that does not answer is not.
  answer(request).then(send, (error) => send(error instanceof TypeError ? 503 : 400));
}).listen(Number(PORT), () => console.log(`The push relay listens on ${PORT}`));
