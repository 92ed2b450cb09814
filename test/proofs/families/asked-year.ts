import { expect } from '@jest/globals';
import { AnswerLinks } from '../../../src/features/answer-links/answer-links.service.js';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { RestrictionsService } from '../../../src/features/memberships/restrictions.service.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import { AnsweringVisitor } from '../../support/answer-link.factory.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aRound, closeRound, confirm } from '../../support/confirmation.factory.js';
import { TestRsvps } from '../../support/rsvp.factory.js';
import {
  aPerson,
  aSchool,
  type Person,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { tokenOf } from '../../support/tokens.js';
import {
  ADULTS,
  type Adult,
  AskedFamilyModel,
  type AskedEvent,
  type Child,
  CHILDREN,
  EVENTS,
  type Step,
} from './asked-family.model.js';

/** Milliseconds for which a year's tokens are good. */
const HOURS = 4 * 60 * 60_000;

const TERMS: Record<AskedEvent, object> = {
  open: { by: 'student' },
  narrow: { by: 'student', capacity: 1, until: '2026-09-10T12:00:00Z' },
  adults: { by: 'person' },
};

let families = 0;

/** One family, played in the service and in the model at once. */
export class AskedYear {
  private readonly model = new AskedFamilyModel();
  private readonly name = `asked-${(families += 1)}-${Date.now()}`;
  private readonly accounts = {} as Record<Adult, Person>;
  private readonly events = {} as Record<AskedEvent, string>;
  private school: TestSchool;
  private admin: TestMember;
  private roundId: string | null = null;

  constructor(private readonly t: ImportApp) {}

  async begin(): Promise<void> {
    this.school = await aSchool(this.t);
    this.admin = await this.school.admin();
    await this.bring();
    for (const each of ADULTS) {
      const person = await aPerson(this.t, { email: this.emailOf(each) });
      this.accounts[each] = { ...person, token: await tokenOf(this.t, person, { ttl: HOURS }) };
      const { status } = await this.t.api.post('/registration/confirm', {
        token: this.accounts[each].token,
        body: {},
      });
      expect(status).toBe(200);
    }
    for (const event of EVENTS)
      this.events[event] = await this.rsvps(this.admin).anEvent({ title: event, rsvp: TERMS[event] });
  }

  async play(one: Step): Promise<void> {
    if (one.kind === 'answer') await this.answer(one);
    else if (one.kind === 'restrict' || one.kind === 'unrestrict') await this.keepApart(one);
    else if (one.kind === 'archive' || one.kind === 'return') {
      this.model[one.kind === 'archive' ? 'archive' : 'comeBack'](one.child);
      await this.bring();
    } else if (one.kind === 'deactivate' || one.kind === 'reactivate') await this.bar(one);
    else if (one.kind === 'confirm') await this.confirm(one.adult);
    else await this.ask(one.kind);
  }

  /** What differs between the service and the model. */
  async differences(): Promise<object> {
    const [found, expected]: Record<string, unknown>[] = [{}, {}];
    for (const each of ADULTS) {
      if (this.model.isOut(each)) continue;
      found![each] = await this.seenBy(each);
      expected![each] = this.expectedOf(each);
    }
    for (const event of EVENTS) {
      found![event] = (await this.rsvps(this.admin).rsvpOf(this.events[event]))!.counts;
      expected![event] = this.model.counts(event);
    }
    if (this.model.isAsking) {
      found!['people'] = await this.people();
      expected!['people'] = this.model.people();
    }
    return { found, expected };
  }

  private async seenBy(each: Adult): Promise<object> {
    const { token } = this.accounts[each];
    const seen: Record<string, unknown> = {};
    for (const event of EVENTS)
      seen[event] = (await this.rsvps({ token }).rsvpOf(this.events[event]))!.mine.map(
        ({ student_id, name, answer }) =>
          `${student_id === null ? each : String(name).split(' ')[0]}: ${answer ?? '-'}`,
      );
    const ids = await this.childrenById();
    const { body } = await this.t.api.get('/me/outstanding', { token });
    const items = body.items as { kind: string; student_id: string | null }[];
    seen['outstanding'] = items
      .map(({ kind, student_id }) => (student_id === null ? kind : `${kind} ${ids.get(student_id)}`))
      .sort();
    const addresses: string[] = [];
    for (const [id, one] of ids) {
      if (this.model.isArchived(one) || !this.model.isKnown(each, one)) continue;
      const { body: student } = await this.t.api.get(`/students/${id}`, { token });
      addresses.push(`${one}: ${student.address === null ? 'hidden' : 'shown'}`);
    }
    seen['addresses'] = addresses.sort();
    return seen;
  }

  private expectedOf(each: Adult): object {
    const own = CHILDREN.filter((one) => this.model.isKnown(each, one) && !this.model.isArchived(one));
    return {
      ...Object.fromEntries(EVENTS.map((event) => [event, this.model.mine(each, event).sort()])),
      outstanding: this.model.outstanding(each),
      addresses: own.map((one) => `${one}: ${this.model.isApart(each, one) ? 'hidden' : 'shown'}`).sort(),
    };
  }

  private async people(): Promise<string[]> {
    const { body } = await this.t.api.get(`/schools/${this.school.id}/confirmation`, {
      token: this.admin.token,
    });
    const people = body.people as { name: string; confirmed_at: string | null }[];
    return people
      .map(
        ({ name, confirmed_at }) => `${name.split(' ')[0]}: ${confirmed_at === null ? 'asked' : 'confirmed'}`,
      )
      .sort();
  }

  private async answer({
    adult: by,
    child: one,
    event,
    answer,
    way,
  }: Step & { kind: 'answer' }): Promise<void> {
    const studentId = await this.idOf(one);
    if (way === 'mail') return this.press(by, studentId, { one, event, answer });
    const expected = this.model.answer(by, one, event, answer);
    const given = event === 'adults' ? { answer } : { student_id: studentId, answer };
    const { status } = await this.rsvps(this.accounts[by]).put(this.events[event], [given]);
    expect(status).toBe(expected);
  }

  /** The button of a mail that was sent a moment before. */
  private async press(
    by: Adult,
    studentId: string,
    { one, event, answer }: { one: Child; event: AskedEvent; answer: 'yes' | 'no' | 'maybe' },
  ): Promise<void> {
    const { id: eventId } = await this.calendar(this.admin).row(this.events[event]);
    const secret = await this.t.app.get(AnswerLinks).create({
      ...{ schoolId: this.school.id, membershipId: await this.membershipOf(by) },
      ...{ email: this.emailOf(by), asks: { eventId } },
    });
    await new AnsweringVisitor(this.t).give(`${secret}.${answer}`, { [`student-${studentId}`]: 'yes' });
    this.model.answerByMail(by, one, event, answer);
  }

  private async keepApart({ kind, adult: each, child: one }: Step & { kind: 'restrict' | 'unrestrict' }) {
    if (!this.model.isKnown(each, one) || this.model.isArchived(one)) return;
    if (kind === 'unrestrict' && !this.model.isApart(each, one)) return;
    const [{ id: guardianId }] = await this.t.dataSource.query<[{ id: string }]>(
      `select g.id from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
       where g.school_id = $1 and s.source_id = $2 and g.first_name = $3`,
      [this.school.id, one, each],
    );
    const whom = { schoolId: this.school.id, student: one, guardianId };
    if (kind === 'restrict')
      await this.t.services
        .get(RestrictionsService)
        .restrict(whom, { until: null, reason: 'A court decided it', timeZone: 'America/New_York' });
    else await this.t.services.get(RestrictionsService).lift(whom);
    this.model[kind](each, one);
  }

  private async bar({ kind, adult: each }: Step & { kind: 'deactivate' | 'reactivate' }): Promise<void> {
    if (this.model.isOut(each) === (kind === 'deactivate')) return;
    await this.t.services.get(MembershipsService)[kind](this.school.id, this.emailOf(each));
    this.model[kind](each);
  }

  private async ask(kind: 'open' | 'close'): Promise<void> {
    if (this.model.isAsking === (kind === 'open')) return;
    if (kind === 'open') this.roundId = await aRound(this.t, this.school);
    else await closeRound(this.t, this.school);
    this.model[kind]();
  }

  private async confirm(each: Adult): Promise<void> {
    if (this.roundId === null) return;
    const { status } = await confirm(this.t, this.roundId, this.accounts[each]);
    expect(status).toBe(this.model.confirm(each));
  }

  private async bring(): Promise<void> {
    const students = CHILDREN.map((one) => ({
      ...{ source_id: one, first_name: one, last_name: 'Lund', archived: this.model.isArchived(one) },
      address: {
        line1: 'Main Street 1',
        city: 'Springfield',
        region: 'NY',
        postal_code: '12345',
        country: 'US',
      },
      guardians: ADULTS.filter((each) => this.model.isKnown(each, one)).map((each) => ({
        ...{ first_name: each, last_name: 'Lund', email: this.emailOf(each) },
      })),
    }));
    const { errors } = await this.t.bring(this.school.id, { students });
    expect(errors).toEqual([]);
  }

  private async childrenById(): Promise<Map<string, Child>> {
    const rows = await this.t.dataSource.query<{ id: string; source_id: Child }[]>(
      'select id, source_id from students where school_id = $1',
      [this.school.id],
    );
    return new Map(rows.map(({ id, source_id }) => [id, source_id]));
  }

  private async idOf(one: Child): Promise<string> {
    return [...(await this.childrenById())].find(([, known]) => known === one)![0];
  }

  private async membershipOf(each: Adult): Promise<string> {
    const [row] = await this.t.dataSource.query<[{ id: string }]>(
      'select id from memberships where school_id = $1 and user_id = $2',
      [this.school.id, this.accounts[each].userId],
    );
    return row.id;
  }

  private calendar = ({ token }: { token: string }): TestCalendar =>
    new TestCalendar(this.t, this.school, token);
  private rsvps = (member: { token: string }): TestRsvps => new TestRsvps(this.calendar(member));
  private emailOf = (each: Adult): string => `${each.toLowerCase()}@${this.name}.example`;
}
