import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliverMail } from '../../support/alerts.js';
import { readMail } from '../../support/mail/read-mail.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { SmtpStub } from '../../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';
import { changes, clockAt, type Hours, isQuiet, momentsOf, type Night, NIGHTS, QUIET } from './nights.js';

/*
 * Contract section 19, rules 1, 3 and 4: over the nights in which clocks change no mail comes in quiet hours but urgent ones, none comes
 * twice or never, and a daily mail holds what was not read, once.
 */

const ALERTS = Number(process.env.ALERTS ?? 400);
const PARENTS = 16;
const NOTICES = Math.max(2, Math.round(ALERTS / NIGHTS.length / PARENTS));
const RHYTHMS = ['instant', 'instant', 'daily', 'never'] as const;
const HOUR = 3_600_000;

interface Reader {
  member: TestMember;
  rhythm: (typeof RHYTHMS)[number];
  quiet: Hours | null;
}

interface Told {
  title: string;
  at: Date;
  urgent: boolean;
  /** Emails of those who read it at once. */
  readBy: Set<string>;
}

/** A mail, when it came. */
interface Come {
  to: string;
  at: Date;
  text: string;
  isDaily: boolean;
}

let t: TestApp;
let smtp: SmtpStub;
const counted = { alerts: 0, quiet: 0, twice: 0, lost: 0, late: 0, unwanted: 0, daily: 0 };
beforeAll(async () => {
  smtp = new SmtpStub();
  t = await startTestApp({ smtpUrl: await smtp.start() });
});
beforeEach(() => void (smtp.mails.length = 0));
afterAll(async () => {
  figure('Alerts, over both nights in which the clock changes, in five zones', counted.alerts);
  figure('In quiet hours, urgent ones apart', counted.quiet, '0');
  figure(
    'That came twice, never, or to whom did not want them',
    counted.twice + counted.lost + counted.unwanted,
    '0',
  );
  figure('More than an hour after the quiet hours, or the moment of the alert', counted.late, '0');
  figure('Daily mails', counted.daily);
  await t.close();
  await smtp.stop();
});

async function readersOf(school: TestSchool): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let n = 0; n < PARENTS; n += 1) {
    const [rhythm, quiet] = [RHYTHMS[n % RHYTHMS.length]!, QUIET[(n * 5) % QUIET.length]!];
    const member = await school.parent();
    const body = { schools: [{ school_id: school.id, kinds: { notices: rhythm } }], quiet };
    expect((await t.api.patch('/me/mail', { token: member.token, body })).status).toBe(200);
    readers.push({ member, rhythm, quiet });
  }
  return readers;
}

/** Tells of something, and lets some of its readers read it at once. */
async function tell(school: TestSchool, admin: TestMember, readers: Reader[], n: number): Promise<Told> {
  const at = t.clock.now();
  const [title, urgent] = [`Notice number ${n}.`, n % 7 === 3];
  const path = `/schools/${school.id}/notices`;
  const expires_at = new Date(at.getTime() + 90 * HOUR).toISOString();
  const body = { title, urgent, body: '<p>Text</p>', expires_at };
  // A token does not last through the night.
  const { status, body: made } = await t.api.post(path, { token: await tokenOf(t, admin), body });
  expect(status).toBe(201);
  const readBy = new Set<string>();
  for (const [place, { member }] of readers.entries()) {
    if ((place + n) % 5 !== 0) continue;
    await t.api.get(`${path}/${made.id}`, { token: await tokenOf(t, member) });
    readBy.add(member.email);
  }
  return { title, at, urgent, readBy };
}

async function comeBy(moment: Date): Promise<Come[]> {
  const before = smtp.mails.length;
  await deliverMail(t);
  return smtp.mails.slice(before).map(({ to, text: raw }) => {
    const { headers, text } = readMail(raw);
    return { to: to[0]!, at: moment, text, isDaily: /^\d+ things? that/.test(headers['subject']!) };
  });
}

function judge(
  { zone }: Night,
  { member, rhythm, quiet }: Reader,
  notice: Told,
  moments: Date[],
  came: Come[],
): void {
  counted.alerts += 1;
  const mails = came.filter(({ to, text }) => to === member.email && text.includes(notice.title));
  if (rhythm === 'never') {
    counted.unwanted += mails.length;
    return;
  }
  const isDaily = rhythm === 'daily' && !notice.urgent;
  if (isDaily && notice.readBy.has(member.email)) counted.unwanted += mails.length;
  else if (mails.length !== 1 || mails[0]!.isDaily !== isDaily)
    counted[mails.length > 1 ? 'twice' : 'lost'] += 1;
  for (const { at } of mails) {
    if (!notice.urgent && isQuiet(quiet, at, zone)) counted.quiet += 1;
    // What is told in the morning is for the daily mail of the next one.
    const due =
      isDaily && isMorning(notice.at, zone)
        ? moments.at(-1)!
        : moments.find(
            (moment) =>
              moment >= notice.at &&
              (notice.urgent || !isQuiet(quiet, moment, zone)) &&
              (!isDaily || isMorning(moment, zone)),
          )!;
    if (at.getTime() - due.getTime() > HOUR || (isDaily && !isMorning(at, zone))) counted.late += 1;
  }
}

/** From seven on, by the clock there. */
const isMorning = (moment: Date, zone: string): boolean =>
  clockAt(moment, zone) >= '07:00' && clockAt(moment, zone) < '18:00';

describe.each(NIGHTS)('The night before $day in $zone', (night) => {
  it(
    'brings every mail once, and none in quiet hours',
    async () => {
      const moments = momentsOf(night);
      expect(changes(night, moments.slice(0, -1))).toBe(true);
      t.clock.stopAt(moments[0]!.toISOString());
      const school = await aSchool(t, { timeZone: night.zone });
      const admin = await school.admin();
      const readers = await readersOf(school);
      await t.dataSource.query('delete from mails');
      const [told, came]: [Told[], Come[]] = [[], []];
      const every = (moments.length - 1) / NOTICES;
      for (const [step, moment] of moments.entries()) {
        t.clock.stopAt(moment.toISOString());
        while (told.length < NOTICES && step >= told.length * every)
          told.push(await tell(school, admin, readers, told.length));
        came.push(...(await comeBy(moment)));
      }
      for (const reader of readers) for (const notice of told) judge(night, reader, notice, moments, came);
      counted.daily += came.filter(({ isDaily }) => isDaily).length;
      const { quiet, twice, lost, late, unwanted } = counted;
      expect({ quiet, twice, lost, late, unwanted }).toEqual({
        quiet: 0,
        twice: 0,
        lost: 0,
        late: 0,
        unwanted: 0,
      });
    },
    120_000 + ALERTS * 100,
  );
});
