import { randomUUID } from 'node:crypto';
import { AccountMails } from '../../../src/features/account/mails/account-mails.service.js';
import { aNoticeRow, DAY, raiseNotice } from '../../support/alerts.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { HOST } from './mail-process.js';

/** A mail with a link leaves no row when it is sent: every mail that is put into the outbox is noted beside it. */
const WATCH = `
  create table owed_mails (id uuid primary key);
  create function note_owed_mail() returns trigger language plpgsql as
    $$ begin insert into owed_mails values (new.id); return null; end $$;
  create trigger owed_mails after insert on mails for each row execute function note_owed_mail()`;

/** A school whose parents are owed mails, and a note of each. */
export class OwedMails {
  private constructor(
    private readonly t: TestApp,
    private readonly school: TestSchool,
    private readonly readers: { userId: string; email: string }[],
  ) {}

  static async watch(t: TestApp, readers: number): Promise<OwedMails> {
    const school = await aSchool(t);
    await t.dataSource.query(WATCH);
    const people = await Promise.all(Array.from({ length: readers }, () => school.parent()));
    return new OwedMails(t, school, people);
  }

  /** A mail to each of the readers that there is a notice. */
  async publishNotice(): Promise<void> {
    const now = this.t.clock.now();
    const expiresAt = new Date(now.getTime() + 60 * DAY);
    const title = `Notice ${randomUUID()}`;
    await raiseNotice(this.t, await aNoticeRow(this.t, this.school, { title, expiresAt, alertedAt: now }));
  }

  /** A mail to each of the readers that their password was changed. */
  async changePasswords(): Promise<void> {
    const mails = this.t.app.get(AccountMails);
    await this.t.dataSource.transaction(async (manager) => {
      for (const { userId } of this.readers) await mails.tellOfChange(manager, userId, 'password_changed');
    });
  }

  /** A mail to each of the readers with a link to set a password. */
  async sendPasswordLinks(): Promise<void> {
    const mails = this.t.app.get(AccountMails);
    for (const { email } of this.readers) await mails.sendPasswordLink(email, 'en');
  }

  /** Message-IDs of all mails that were ever owed. */
  async messageIds(): Promise<string[]> {
    const rows = await this.t.dataSource.query<{ id: string }[]>('select id from owed_mails');
    return rows.map(({ id }) => `${id}@${HOST}`);
  }

  countWaiting(): Promise<number> {
    return this.count(`state = 'waiting'`);
  }

  /** Mails that a process has claimed and has not ended. */
  countClaimed(): Promise<number> {
    return this.count(`state = 'waiting' and attempts > 0`);
  }

  private async count(condition: string): Promise<number> {
    const [row] = await this.t.dataSource.query<[{ mails: number }]>(
      `select count(*)::int as mails from mails where ${condition}`,
    );
    return row.mails;
  }
}
