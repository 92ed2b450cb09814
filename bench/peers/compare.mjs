import { isDeepStrictEqual } from 'node:util';
import { headersOf, plainCases } from '../cases.mjs';
import { call as send } from '../http.mjs';
import { endProcess } from '../processes.mjs';
import { inRounds, loadWith, middleOf, ratioOf, WARM_UP_SECONDS } from '../speed.mjs';
import { directus } from './directus.mjs';
import { postgraphile } from './postgraphile.mjs';

export const PEERS = { directus, postgraphile };

export const PEER_CONNECTIONS = 16;
/** Sixteen of their rosters may take longer than seconds. */
const PEER_TAKES = 2;

/**
 * The service against others on the same tables and the same machine, in turn. A peer that does not start is left out,
 * and the bench ends with 1.
 * @param {{ names: string[] }} options of PEERS
 */
export async function measurePeers({ names, ...options }) {
  const results = [];
  for (const name of names) {
    const peer = PEERS[name];
    try {
      const measured = await measurePeer(peer, options);
      results.push(...measured.map((result) => ({ ...result, peer: name, peerTitle: peer.title })));
    } catch (error) {
      options.say(`${peer.title} is left out: ${error.message}`);
      process.exitCode = 1;
    }
  }
  return results;
}

async function measurePeer(peer, { url, folder, service, schools, say, ...measuring }) {
  say(`Preparing ${peer.title} …`);
  const server = await peer.start(url, folder, say);
  try {
    const results = [];
    for (const { id, title, requests } of await callsOf(peer, server, service, schools)) {
      say(`${peer.title}, ${title}`);
      const origins = { service: service.origin, peer: server.origin };
      results.push({ id, title, ...(await measure(origins, requests, measuring)) });
    }
    return results;
  } finally {
    await endProcess(server.child);
  }
}

async function measure(origins, requests, { load, seconds, rounds }) {
  const run = (name, duration) =>
    loadWith(load, {
      origin: origins[name],
      requests: [requests[name]],
      connections: PEER_CONNECTIONS,
      seconds: duration,
    });
  const { service, peer } = await inRounds({
    names: ['peer', 'service'],
    warmUp: (name) => run(name, WARM_UP_SECONDS),
    run: (name) => run(name, name === 'peer' ? seconds * PEER_TAKES : seconds),
    rounds,
  });
  return { service: middleOf(service), theirs: middleOf(peer), ratio: ratioOf(service, peer) };
}

/** @throws Error when the peer answers about other people */
async function callsOf(peer, server, service, schools) {
  const { small } = schools;
  const [roster, me] = ['roster-600', 'me'].map((id) => plainCases(schools).find((one) => one.id === id));
  const ours = [roster, me].map(({ path }) => ({ path, headers: headersOf(small.parent), status: 200 }));
  const [students, { user }] = await Promise.all(
    ours.map((request) => send(service.origin, request).then(({ text }) => JSON.parse(text))),
  );
  const theirs = peer.requests(server.token, { schoolId: small.id, userId: user.id });
  const read = (request) => answerOf(peer, server.origin, request);
  if (peer.emailIn(await read(theirs.me)) !== user.email)
    throw new Error(`${peer.title} knows another person`);
  assertSameStudents(peer, students.students, peer.studentsIn(await read(theirs['roster-600'])));
  return [roster, me].map(({ id, title }, i) => ({
    id,
    title,
    requests: { service: ours[i], peer: theirs[id] },
  }));
}

async function answerOf({ title }, origin, request) {
  const { text } = await send(origin, request);
  const answer = JSON.parse(text);
  if (answer.errors) throw new Error(`${title} answers ${text.slice(0, 500)}`);
  return answer;
}

function assertSameStudents(peer, ours, theirs) {
  const [expected, found] = [ours, theirs].map((students) =>
    students.map((student) => [student.id ?? student.rowId, student.guardians.length]).sort(),
  );
  if (!isDeepStrictEqual(expected, found)) throw new Error(`${peer.title} has another roster`);
}
