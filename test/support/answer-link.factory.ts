import { expect } from '@jest/globals';
import type { NotificationKind } from '../../src/features/alerts/alert.js';
import { deliverMail, mailsOf } from './alerts.js';
import { startAppWithDataDir } from './data-dir-app.factory.js';
import { TestPublisher } from './publisher.factory.js';
import { rsvpsOfACalendar, type TestRsvps } from './rsvp.factory.js';
import type { TestGuardian, TestMember, TestSchool } from './school.factory.js';
import { type ShownPage, SigningBrowser } from './sign-in/signing-browser.js';
import type { TestApp } from './test-app.js';

/** Where the buttons of a mail lead. */
export const MAILED_SITE = 'https://directory.example.org';

/** The application, with mails in files. */
export const startMailingApp = (): Promise<TestApp> => startAppWithDataDir({ siteUrl: MAILED_SITE });

/** Somebody at the page that a button leads to, in a browser in which nobody has signed in. */
export class AnsweringVisitor {
  readonly browser: SigningBrowser;

  constructor(t: TestApp) {
    this.browser = new SigningBrowser(t.url);
  }

  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<ShownPage> {
    return this.browser.post(path, new URLSearchParams(fields), headers);
  }

  /** What the script of the page does by itself. */
  open(token: string): Promise<ShownPage> {
    return this.post('/answer', { token });
  }

  give(token: string, fields: Record<string, string> = {}): Promise<ShownPage> {
    return this.post('/answer/given', { token, ...fields });
  }

  notMe(token: string): Promise<ShownPage> {
    return this.post('/answer/not-me', { token });
  }
}

/** The tokens of a mail's buttons, by their answer. */
export function buttonsIn(text: string): Record<string, string> {
  const tokens = [...text.matchAll(/https:\/\/directory\.example\.org\/answer#([\w-]{43}\.[a-z]+)/g)].map(
    ([, token]) => token!,
  );
  return Object.fromEntries(tokens.map((token) => [token.split('.')[1]!, token]));
}

/** A school with a calendar and notices, in which a guardian of two is mailed. */
export class AskedFamily {
  private constructor(
    readonly t: TestApp,
    readonly rsvps: TestRsvps,
    readonly notices: TestPublisher,
    readonly parent: TestGuardian,
    readonly studentIds: string[],
  ) {}

  static async of(t: TestApp, { children = ['Ada'] } = {}): Promise<AskedFamily> {
    const rsvps = await rsvpsOfACalendar(t);
    const { school } = rsvps.calendar;
    const students = [];
    for (const firstName of children) students.push(await school.student({ firstName }));
    const parent = await school.parentOf(students);
    const notices = new TestPublisher(t, 'notices', school, await school.admin());
    return new AskedFamily(
      t,
      rsvps,
      notices,
      parent,
      students.map(({ id }) => id),
    );
  }

  get school(): TestSchool {
    return this.rsvps.calendar.school;
  }

  /** The buttons of the mail about a new event that asks who comes. */
  async askedWhoComes(given: object = {}): Promise<{ id: string; tokens: Record<string, string> }> {
    const id = await this.rsvps.anEvent({ send_alert: true, ...given });
    return { id, tokens: await this.buttonsOf(id, 'event_created') };
  }

  /** The buttons of the mail about a new notice that asks to be acknowledged. */
  async askedToAcknowledge(given: object = {}): Promise<{ id: string; tokens: Record<string, string> }> {
    const id = await this.notices.anItem({ title: 'Gym is closed', acknowledge: true, ...given });
    return { id, tokens: await this.buttonsOf(id, 'notice_created') };
  }

  async buttonsOf(
    id: string,
    kind: NotificationKind,
    member: TestMember = this.parent,
  ): Promise<Record<string, string>> {
    await deliverMail(this.t);
    const mail = (await mailsOf(this.t, { id }, kind)).get(member.membershipId);
    return buttonsIn(mail?.text ?? '');
  }

  /** Answers of the parent's, in the order of their names; null for none. */
  async answers(id: string): Promise<(string | null)[]> {
    const rsvp = await this.rsvps.as(this.parent).rsvpOf(id);
    return rsvp!.mine.map(({ answer }) => answer);
  }

  async acknowledgedAt(id: string): Promise<string | null> {
    const { status, body } = await this.t.api.get(`/schools/${this.school.id}/notices/${id}`, {
      token: this.parent.token,
    });
    expect(status).toBe(200);
    return body.acknowledged_at as string | null;
  }
}
