import type { MemberRole } from '../../../src/platform/auth/caller.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { anApplication, type TestApplication } from '../application.factory.js';
import { Mailboxes } from './mailbox.js';
import type { TestSchool } from '../school.factory.js';
import { type ShownPage, SigningBrowser, startAtItsAddress } from '../sign-in/signing-browser.js';
import type { TestApp } from '../test-app.js';

export const NEW_PASSWORD = 'seven purple lanterns';

let people = 0;
export const anAddress = (): string => `invited-${(people += 1)}@example.org`;

/** What a form of another site comes with. */
export const FROM_ELSEWHERE: [string, Record<string, string>][] = [
  ['as a browser says it', { 'sec-fetch-site': 'cross-site' }],
  ['of a part of the same site', { 'sec-fetch-site': 'same-site' }],
  ['as an older browser says it', { origin: 'https://elsewhere.example' }],
  ['whose origin is hidden', { origin: 'null' }],
];

interface Sent {
  browser?: SigningBrowser;
  headers?: Record<string, string>;
}

/** The application with a mail server, and people who follow the links that they are mailed. */
export class LinkedService {
  private constructor(
    readonly t: TestApp,
    readonly app: TestApplication,
    readonly mailboxes: Mailboxes,
  ) {}

  static async start(): Promise<LinkedService> {
    const mailboxes = new Mailboxes();
    const t = await startAtItsAddress({ smtpUrl: await mailboxes.start(), trustProxy: 1 });
    return new LinkedService(t, await anApplication(t), mailboxes);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.mailboxes.stop();
  }

  /** The clock of now, and no limit used up. */
  async begin(): Promise<void> {
    await this.t.dataSource.query('delete from attempt_counts');
    this.t.clock.moveTo(new Date().toISOString());
  }

  aBrowser = (): SigningBrowser => new SigningBrowser(this.t.url);

  post = (path: string, fields: Record<string, string>, sent: Sent = {}): Promise<ShownPage> =>
    (sent.browser ?? this.aBrowser()).post(path, new URLSearchParams(fields), sent.headers);

  ask = (email: string, headers?: Record<string, string>): Promise<ShownPage> =>
    this.post('/password/forgotten', { email }, { ...(headers && { headers }) });

  set = (token: string, password = NEW_PASSWORD): Promise<ShownPage> =>
    this.post('/password/set', { token, password });

  /** The secret of the link that they have asked for. */
  async linkOf({ email }: { email: string }): Promise<string> {
    await this.ask(email);
    return (await this.mailboxes.takeLink(this.t, email)).secret;
  }

  open = (token: string): Promise<ShownPage> => this.post('/invitation/open', { token });

  accept = (token: string, more: Record<string, string> = {}, browser?: SigningBrowser): Promise<ShownPage> =>
    this.post('/invitation', { token, password: NEW_PASSWORD, ...more }, { ...(browser && { browser }) });

  renew = (token: string, sent: Sent = {}): Promise<ShownPage> =>
    this.post('/invitation/renew', { token }, sent);

  async send(school: TestSchool, email: string): Promise<void> {
    const { id, name, locale, timeZone } = await this.t.app.get(SchoolsService).getByReference(school.id);
    await this.t.app.get(InvitationsService).send({ id, name, locale, timeZone }, { email });
  }

  /** The secret of the link that they are mailed: who is on file, or invited already. */
  async sendLink(school: TestSchool, email: string): Promise<string> {
    await this.send(school, email);
    return (await this.mailboxes.takeLink(this.t, email)).secret;
  }

  async invite(
    school: TestSchool,
    email: string,
    { student, role = 'parent' }: { student?: Student; role?: MemberRole } = {},
  ): Promise<string> {
    const students = student ? [{ studentId: student.id, relation: 'mother' as const }] : [];
    await this.t.app.get(InvitationsService).invite({ schoolId: school.id, email, role, students });
    return this.sendLink(school, email);
  }
}
