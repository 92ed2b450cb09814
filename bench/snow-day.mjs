import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, dropDatabase, migrate, withClient } from './databases.mjs';
import { call } from './http.mjs';
import { feed, headersOf } from './cases.mjs';
import { ask, endProcess, listening, startProcess, startServer } from './processes.mjs';
import { parentOf, peakMegabytes, processorMs } from './process-time.mjs';
import { addCalendar } from './seed-school-life.mjs';
import { addSchools } from './seed.mjs';
import { giveTokens, serviceEnv, startShipped } from './servers.mjs';

/** One of them closes nothing: its families come as on any morning. */
const SCHOOLS = 21;
const STUDENTS = 600;
const FAMILIES = 50;
/** Visits a second: of the first step, and of a morning on which nothing happens. */
const [FIRST_RATE, CALM_RATE, OTHER_RATE] = [6, 6, 4];
const STEP = 1.25;
const MAX_STEPS = 14;
/** A step that is missed may have met something else on the machine: it is tried once more. */
const MAX_MISSES = 2;
/** Milliseconds within which 99 of 100 visits are over, for a rate to count as one that is served. */
const SERVED_MS = 250;
const FEEDS_A_SECOND = 5;
const AFTER_MS = 10_000;
/** Times the seconds of the bench, for each step and for the snow day itself. */
const [LONG, LONGER] = [4, 6];
const WARM_UP_AT_ONCE = 8;
/** Schools whose mails are sent while nobody comes. */
const MAILED_ALONE = 6;

/**
 * An urgent notice to 20 schools, and twice as many families at once as are answered quickly.
 * @param workers processes that serve (`CLUSTER_WORKERS`)
 * @returns figures; `capacity` visits a second, the others as in `bounds.mjs`
 */
export async function measureSnowDay({ url, settings, workers, seconds, say }) {
  say('snow day: 21 schools …');
  const place = await createDatabase(url, 'snow_day');
  await migrate(place);
  const schools = await withClient(place, addFamilies);
  const sink = await listening(startProcess('mail-sink'));
  const env = {
    ...serviceEnv(place, settings),
    SMTP_URL: sink.origin.replace('http', 'smtp'),
    MAIL_FROM: 'Bench <bench@school.example>',
  };
  await signInAll(env, schools);
  const service = await startShipped({ ...env, CLUSTER_WORKERS: String(workers) });
  const load = startProcess('visit-load');
  try {
    return await withClient(place, (db) =>
      new SnowDay({ db, service, load, schools, seconds, say }).measure(),
    );
  } finally {
    for (const child of [load, service.child, sink.child]) await endProcess(child);
    await dropDatabase(place);
  }
}

/** By a process of its own: the one that is measured is as it is shipped, and issues nothing. */
async function signInAll(env, schools) {
  const { child } = await startServer('service', env);
  await giveTokens(
    child,
    schools.flatMap(({ admin, families }) => [admin, ...families]),
  );
  await endProcess(child);
}

async function addFamilies(db) {
  const names = Array.from({ length: SCHOOLS }, (_, i) => `snow-${i}`);
  const schools = await addSchools(db, names, STUDENTS);
  for (const school of schools) {
    school.feedToken = await addCalendar(db, school);
    const { rows } = await db.query(
      `select distinct u.email from guardians g join memberships m on m.id = g.membership_id
       join users u on u.id = m.user_id where g.school_id = $1 order by u.email limit $2`,
      [school.id, FAMILIES],
    );
    school.families = rows.map(({ email }) => ({ email, school: school.id }));
  }
  // Everybody has signed in before: in a table of a few sessions PostgreSQL would look at all of them.
  await db.query(
    `insert into user_sessions (user_id, created_at, expires_at)
     select id, now(), now() + interval '90 days' from users`,
  );
  await db.query('vacuum (analyze)');
  await db.query('checkpoint');
  return schools;
}

class SnowDay {
  #visited = 0;

  constructor(about) {
    Object.assign(this, about);
    [this.other, ...this.closed] = this.schools;
    // One school after the other, as families of all of them come.
    const { closed } = this;
    this.families = Array.from({ length: FAMILIES }, (_, i) =>
      closed.map(({ families }) => families[i]),
    ).flat();
    this.feeds = closed.map((school) => feed(school).path);
  }

  async measure() {
    this.databasePid = await this.#postmaster();
    this.say('snow day: every family once');
    await this.#run(0, [
      { name: 'all', items: [...this.families, ...this.other.families], once: WARM_UP_AT_ONCE },
    ]);
    this.say('snow day: a calm morning');
    const before = await this.#calm();
    const mailsAlone = await this.#mailsAlone();
    const { capacity, costs } = await this.#findCapacity();
    const herd = await this.#herd(capacity, mailsAlone);
    await sleep(AFTER_MS);
    this.say('snow day: ten seconds later');
    const after = await this.#calm();
    return {
      capacity,
      ...costs,
      ...herd,
      otherRatio: herd.other.p99 / before.other.p99,
      afterRatio: after.families.p99 / before.families.p99,
      afterRefused: after.families.refused + after.families.failed,
    };
  }

  /** One process of the server serves one connection. */
  async #postmaster() {
    const { rows } = await this.db.query('select pg_backend_pid() as pid');
    return parentOf(rows[0].pid);
  }

  async #run(seconds, streams, notices) {
    const result = await ask(this.load, { origin: this.service.origin, seconds, streams, notices });
    if (result.error) throw new Error(`The visits gave up: ${result.error}`);
    return result;
  }

  #visits(rate, seconds) {
    const first = this.#visited;
    this.#visited += Math.ceil(rate * seconds);
    return { name: 'families', items: this.families, rate, first };
  }

  #others = () => ({ name: 'other', items: this.other.families, rate: OTHER_RATE });

  async #calm() {
    const seconds = this.seconds * LONG;
    return this.#run(seconds, [this.#visits(CALM_RATE, seconds), this.#others()]);
  }

  /** The rate is raised until 99 of 100 visits are no longer over in time, or one is refused. */
  async #findCapacity() {
    let found;
    for (let step = 0, rate = FIRST_RATE, misses = 0; step < MAX_STEPS && misses < MAX_MISSES; step += 1) {
      const costs = await this.#servedAt(rate);
      if (costs) {
        found = { capacity: rate, costs };
        rate *= STEP;
        misses = 0;
      } else misses += 1;
    }
    if (!found) throw new Error('the machine is too busy: hardly a visit is over in time');
    return found;
  }

  /** Processor time of a visit at this rate; null where it is not served. */
  async #servedAt(rate) {
    const seconds = this.seconds * LONG;
    const before = this.#processorMs();
    const { families } = await this.#run(seconds, [this.#visits(rate, seconds)]);
    const after = this.#processorMs();
    this.say(
      `snow day: ${rate.toFixed(1)} visits a second, p99 ${Math.round(families.p99)} ms, ` +
        `${families.refused} refused, ${families.failed} failed`,
    );
    if (families.p99 > SERVED_MS || families.refused + families.failed > 0) return null;
    const a = (key) => (after[key] - before[key]) / families.done;
    return { serviceMs: a('service'), databaseMs: a('database') };
  }

  #processorMs() {
    return {
      service: processorMs(this.service.child.pid, { withChildren: true }),
      database: processorMs(this.databasePid, { withChildren: true }),
    };
  }

  /** The mails of a few notices while nobody comes; then those that wait are dropped. */
  async #mailsAlone() {
    this.say('snow day: mails alone');
    for (const school of this.closed.slice(0, MAILED_ALONE)) await this.#publish(school);
    const speed = await this.#mailsDuring(() => sleep(this.seconds * LONG * 1000));
    await this.db.query(`update mails set state = 'dropped', ended_at = now() where state = 'waiting'`);
    return speed;
  }

  /** Mails a second, from the first one on that was sent. */
  async #mailsDuring(work) {
    const sent = async () => {
      const { rows } = await this.db.query(`select count(*)::int as sent from mails where state = 'sent'`);
      return rows[0].sent;
    };
    const [first, began] = [await sent(), performance.now()];
    await work();
    const [last, ended] = [await sent(), performance.now()];
    return ((last - first) / (ended - began)) * 1000;
  }

  /** The id of an urgent notice that is published now. */
  async #publish(school) {
    const { status, text } = await call(this.service.origin, {
      method: 'POST',
      path: `/api/v1/schools/${school.id}/notices`,
      headers: headersOf(school.admin),
      body: JSON.stringify({
        title: 'Snow day: school is closed',
        body: '<p>All schools of the district are closed today.</p>',
        audience: { type: 'school' },
        urgent: true,
        starts_at: new Date(Date.now() - 1_000).toISOString(),
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    });
    if (status !== 201) throw new Error(`A notice was answered with ${status}`);
    return JSON.parse(text).id;
  }

  /** Twice as many families as are served, those of another school, calendars and mails. */
  async #herd(capacity, mailsAlone) {
    const notices = {};
    for (const school of this.closed) notices[school.id] = await this.#publish(school);
    const [rate, seconds] = [2 * capacity, this.seconds * LONGER];
    this.say(`snow day: ${rate.toFixed(1)} visits a second, twice the capacity`);
    const feeds = { name: 'feeds', items: this.feeds, rate: FEEDS_A_SECOND, isFeed: true };
    let results;
    const mails = await this.#mailsDuring(async () => {
      results = await this.#run(seconds, [this.#visits(rate, seconds), this.#others(), feeds], notices);
    });
    const { families, other } = results;
    this.say(
      `snow day: ${families.done} visits done, ${families.refused} refused; a refusal took ${Math.round(families.refusals.p50)} ms in the middle, ` +
        `a visit ${Math.round(families.p50)} ms; of another school ${other.done} done, ${other.refused} refused`,
    );
    return {
      families,
      other,
      feeds: results.feeds,
      doneShare: families.perSecond / capacity,
      staleLists: families.stale,
      memoryMb: peakMegabytes(this.service.child.pid),
      mailsAlone,
      mailShare: mails / mailsAlone,
    };
  }
}
