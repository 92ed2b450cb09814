import { assumed as a, STEPS, VISIT } from './assumed.mjs';

const WRITE = 'mixed-600';
const READS_A_WRITE = 20;
const DAYS_KEPT = 180 / 365;
const MONTHS = 12;
const MB = 1e6;
const GB = 1e9;

/**
 * Seconds that one core of a process is taken for a request. Of a write it is what twenty reads with it take more than
 * twenty reads.
 */
export function secondsOf({ speed }) {
  const plain = (id) => 1 / speed[id].perSecond;
  const write = Math.max(READS_A_WRITE * (plain(WRITE) - plain('roster-600')), plain('miss-600'));
  return (id) => (id === WRITE ? write : plain(id));
}

/** What one school has and does: name, value, unit and how it is found. */
export function oneSchool(measured) {
  const seconds = secondsOf(measured);
  const sum = (of) => VISIT.reduce((total, call) => total + call.count * of(call), 0);
  const guardians = a.students * a.guardiansEach;
  const members = guardians * a.registered;
  const visits = members * a.visits;
  const requests = sum(() => 1);
  const feeds = members * a.subscribed * a.polls;
  const visitSeconds = sum(({ id }) => seconds(id));
  const perSecond = (visits * requests * a.busiestHour * a.peak) / 3600;
  const feedsPerSecond = feeds / 86_400;
  const cores =
    (visits * visitSeconds * a.busiestHour * a.peak) / 3600 + feedsPerSecond * seconds('feed-500');
  const sent =
    sum(({ id }) => (id === WRITE ? 0 : measured.speed[id].bytes)) / 1000 + a.photosSeen * a.photoKb;
  return {
    guardians,
    members,
    visits,
    requests,
    feeds,
    visitSeconds,
    perSecond,
    feedsPerSecond,
    cores,
    sent,
  };
}

/** Rows of a school after a year, by table. */
export function rowsOf({ guardians, members, visits }) {
  const ayear = visits * a.schoolDays;
  const news = members * a.alerts * a.schoolDays * DAYS_KEPT;
  return {
    students: a.students,
    guardians,
    memberships: members,
    users: members,
    staff_members: 60,
    events: 500,
    menu_entries: 360,
    notifications: news,
    mails: news,
    disclosures: ayear * a.shownEach,
    user_sessions: members,
    refresh_tokens: ayear * a.renewals,
  };
}

export function bytesOf(measured, rows) {
  const each = Object.entries(rows).map(([table, count]) => ({
    table,
    count,
    row: measured.stored.rowBytes[table],
    bytes: count * measured.stored.rowBytes[table],
  }));
  const known = each.reduce((total, { bytes }) => total + bytes, 0);
  return { each, known, total: known * a.otherRows };
}

/** What a process keeps ready of a school that is in use. */
export const storedOf = ({ stored }) => stored.listBytes + a.hotStudents * a.students * stored.studentBytes;

export const objectBytes = () => a.students * a.photos * a.photoKb * 1000 + a.filesMb * MB;

/** Everything by the number of schools. */
export function steps(measured) {
  const school = oneSchool(measured);
  const database = bytesOf(measured, rowsOf(school)).total;
  const { startMb } = measured.stored;
  return STEPS.map((schools) => step(schools, { school, database, stored: storedOf(measured), startMb }));
}

function step(schools, { school, database, stored, startMb }) {
  const perSecond = schools * (school.perSecond + school.feedsPerSecond);
  const processes = Math.max(schools > 1 ? 2 : 1, Math.ceil((schools * school.cores) / a.load));
  const databaseGb = (schools * database) / GB;
  const nodes = Math.max(Math.ceil(processes / a.nodeCores), Math.ceil(databaseGb / 1000 / a.nodeTb));
  const mails = schools * school.members * a.alerts;
  const mailsPerSecond = mails / (a.burst * 60);
  const facts = {
    schools,
    perSecond,
    processes,
    machines: Math.max(Math.min(2, processes), Math.ceil(processes / (a.webCores - 1))),
    connections: processes * a.poolSize,
    serverConnections: Math.max(processes * a.serverConnections, a.poolSize),
    databaseGb,
    hotGb: databaseGb * a.hotShare,
    nodes,
    nodeCores: Math.max(2, Math.ceil(processes / nodes)),
    everywhereMb: (schools * stored) / MB,
    routedMb: (schools * stored) / processes / MB,
    processGb: (startMb * MB + (schools * stored) / processes) / GB,
    objectsGb: (schools * objectBytes()) / GB,
    mails,
    mailsPerSecond,
    mailProcesses: Math.ceil((mailsPerSecond * a.smtp) / 8),
  };
  return { ...facts, ...costOf(facts, school) };
}

/** A month. Every database machine has a second one that stands by. */
function costOf({ schools, machines, processes, nodes, nodeCores, databaseGb, objectsGb, mails }, school) {
  const monthly = a.schoolDays / MONTHS;
  const parts = {
    webCost: (processes + machines) * a.priceCore,
    databaseCost: 2 * nodes * nodeCores * a.priceCore + databaseGb * (2 * a.priceDisk + a.priceObject),
    objectCost: objectsGb * a.priceObject,
    egressCost: ((schools * school.visits * monthly * school.sent) / MB) * a.priceEgress,
    mailCost: (mails * monthly * a.priceMail) / 1000,
  };
  const cost = Object.values(parts).reduce((sum, part) => sum + part);
  return { ...parts, cost, costEach: cost / schools };
}
