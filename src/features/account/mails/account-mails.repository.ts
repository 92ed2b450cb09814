import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { utcText } from '../../../platform/database/utc-text.js';
import type { ClaimedMail, MailRecords } from '../../../platform/mail/mail-dispatch.service.js';
import { type MailJob, type MailState, Outbox, type Revival } from '../../../platform/mail/outbox.js';
import { Outboxes } from '../../../platform/mail/outboxes.js';
import type { AccountChange, AccountMail, AccountMailKind } from './account-mail.entity.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** The subject of a mail about guesses, where they were of the second step. */
export const OF_CODES = 'code';

/** A mail about an account that is to be sent now, in the language of the person's school. */
export interface DueAccountMail extends ClaimedMail {
  kind: AccountMailKind;
  /** The operator's session, or the school that invites. */
  subject: string;
  /** Null where there is no account. */
  userId: string | null;
  details: AccountMail['details'];
  email: string;
  /** UTC: when it was put here. */
  createdAt: Date;
  locale: string;
  timeZone: string;
}

type Claimed = Omit<DueAccountMail, 'locale' | 'timeZone'>;

/** Somebody whom a school invites, who need not have an account. */
export interface InvitedPerson {
  email: string;
  /** UTC: not before. */
  dueAt: Date;
  /** UTC: when the invitation ends. */
  until: string;
  /** True where they are invited as a guardian: somebody who no longer is one is not invited any more. */
  isFamily: boolean;
}

/** State of a mail with an invitation. */
export interface InvitationMail {
  email: string;
  state: MailState;
  error: string | null;
  /** UTC; null while it waits. */
  endedAt: string | null;
}

@Injectable()
export class AccountMailsRepository extends Outbox implements MailRecords<DueAccountMail> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    outboxes: Outboxes,
  ) {
    super();
    outboxes.add(this);
  }

  /** One since `recently`; nothing where nobody has this email. */
  async addGuessing(email: string, now: Date, recently: Date): Promise<void> {
    await this.dataSource.query(
      `insert into account_mails (user_id, kind, subject, created_at, due_at)
       select u.id, 'guessing', '', $2, $2 from users u
       where u.id = (select user_id from user_addresses where email = $1 and verified_at is not null)
         and not exists (select from account_mails told
         where told.user_id = u.id and told.kind = 'guessing' and told.subject = '' and told.created_at > $3)
       for key share of u
       on conflict (user_id, kind, subject) do update
       set id = gen_random_uuid(), created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, ended_at = null,
         last_error = null
       where account_mails.created_at <= $3`,
      [email, now, recently],
    );
  }

  /** Mails the owner about guessed codes of the second step, unless that was done since `recently`. */
  async addCodeGuessing(userId: string, now: Date, recently: Date): Promise<void> {
    await this.dataSource.query(
      `insert into account_mails (user_id, kind, subject, created_at, due_at)
       select u.id, 'guessing', $4, $2, $2 from users u
       where u.id = $1 and u.email_verified_at is not null
         and not exists (select from account_mails told where told.user_id = u.id and told.kind = 'guessing'
           and told.subject = $4 and told.created_at > $3)
       for key share of u
       on conflict (user_id, kind, subject) do update
       set id = gen_random_uuid(), created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, ended_at = null
       where account_mails.created_at <= $3`,
      [userId, now, recently, OF_CODES],
    );
  }

  async addOperatorSession(
    session: { id: string; userId: string },
    details: AccountMail['details'],
    now: Date,
  ): Promise<void> {
    await this.dataSource.query(
      `insert into account_mails (user_id, kind, subject, details, created_at, due_at)
       select id, 'operator_session', $2, $3, $4, $4 from users where id = $1 and two_step_enabled`,
      [session.userId, session.id, details, now],
    );
  }

  /** One for each time. */
  async addChange(
    manager: EntityManager,
    { userId, email, kind }: { userId: string; email: string | null; kind: AccountChange | 'address_link' },
    now: Date,
  ): Promise<void> {
    await manager.query(
      `insert into account_mails (user_id, email, kind, subject, created_at, due_at)
       values ($1, $2, $3, gen_random_uuid(), $4, $4)`,
      [userId, email, kind, now],
    );
  }

  /** The account is looked for when it is sent. */
  async addPasswordLink(email: string, locale: string, now: Date): Promise<void> {
    await this.transactions.run((manager) =>
      manager.query(
        `insert into account_mails (email, kind, subject, details, created_at, due_at)
         values ($1, 'password_link', gen_random_uuid(), $2, $3, $3)`,
        [email, { locale }, now],
      ),
    );
  }

  /** Adds a mail for every invited person, unless the one before is still to be sent. */
  async addInvitations(
    manager: EntityManager,
    school: { id: string; name: string; locale: string; timeZone: string },
    people: InvitedPerson[],
    now: Date,
  ): Promise<void> {
    const { id, name, locale, timeZone } = school;
    const rows = people.map(({ until, isFamily, ...person }) => ({
      ...{ email: person.email, due_at: person.dueAt },
      details: { school: name, locale, timeZone, until, ...(isFamily && { isFamily }) },
    }));
    await manager.query(
      `insert into account_mails (email, kind, subject, details, created_at, due_at)
       select email, 'invitation', $2, details, $3, due_at
       from jsonb_to_recordset($1::jsonb) as p(email text, due_at timestamptz, details jsonb)
       on conflict (email, kind, subject) do update set id = gen_random_uuid(), details = excluded.details,
         created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, ended_at = null, last_error = null
       where account_mails.ended_at is not null`,
      [JSON.stringify(rows), id, now],
    );
  }

  /** State of the last mail to every address that a school has invited; a mail that was sent a week ago is gone. */
  async findInvitations(schoolId: string): Promise<InvitationMail[]> {
    return this.dataSource.query<InvitationMail[]>(
      `select mail.email, ${STATE} as state, mail.last_error as error, ${utcText('mail.ended_at')} as "endedAt"
       from account_mails mail where mail.kind = 'invitation' and mail.subject = $1`,
      [schoolId],
    );
  }

  /**
   * Claims mails that are due: they count as tried, and are due again after `leaseUntil` should this process die over them.
   */
  async claim(now: Date, leaseUntil: Date, limit: number): Promise<DueAccountMail[]> {
    const [claimed] = await this.dataSource.query<[Claimed[], number]>(
      `with due as materialized (select id from account_mails where ended_at is null and due_at <= $1
         order by due_at limit $3 for update skip locked)
       update account_mails mail set attempts = mail.attempts + 1, due_at = $2
       from due left join account_mails own on own.id = due.id left join users u on u.id = own.user_id
       where mail.id = due.id and coalesce(mail.email, u.email) is not null
       returning mail.id, mail.kind, mail.subject, mail.details, mail.attempts, mail.created_at as "createdAt",
         case mail.kind when 'password_link' then (select user_id from user_addresses held where held.email = mail.email) else mail.user_id end as "userId",
         coalesce(mail.email, u.email) as email`,
      [now, leaseUntil, limit],
    );
    return this.inTheirLanguage(claimed);
  }

  /**
   * Mails with the language of the school that the person has belonged to longest; English for a person who belongs to none.
   */
  private async inTheirLanguage(mails: Claimed[]): Promise<DueAccountMail[]> {
    if (mails.length === 0) return [];
    const schools = await this.dataSource.query<{ userId: string; locale: string; timeZone: string }[]>(
      `select distinct on (m.user_id) m.user_id as "userId", school.locale, school.time_zone as "timeZone"
       from memberships m join schools school on school.id = m.school_id where m.user_id = any ($1::uuid[])
       order by m.user_id, m.deactivated_at is not null, m.joined_at, m.id`,
      [mails.flatMap(({ userId }) => userId ?? [])],
    );
    return mails.map((mail) => ({
      ...mail,
      ...(schools.find(({ userId }) => userId === mail.userId) ?? {
        locale: mail.details?.locale ?? 'en',
        timeZone: mail.details?.timeZone ?? 'UTC',
      }),
    }));
  }

  /**
   * Ends a mail. Its further facts are stored only while it can still be sent. A typed address goes with its mail: of a
   * refused mail only the account stays, where there is one.
   */
  async end(
    { id, userId }: DueAccountMail,
    state: 'sent' | 'dead' | 'dropped',
    now: Date,
    error: string | null,
  ): Promise<void> {
    await this.dataSource.query(
      state === 'dead'
        ? `update account_mails set ended_at = $2, last_error = $3, user_id = coalesce(user_id, $4),
             email = case when kind in ${LINK_KINDS} then null else email end
           where id = $1 and ended_at is null`
        : `with typed as (delete from account_mails where id = $1 and kind in ${LINK_KINDS})
           update account_mails set ended_at = $2, details = null, last_error = null
           where id = $1 and kind not in ${LINK_KINDS}`,
      state === 'dead' ? [id, now, error, userId] : [id, now],
    );
  }

  async postpone({ id, attempts }: DueAccountMail, dueAt: Date, error: string): Promise<void> {
    await this.dataSource.query(
      `update account_mails set due_at = $3, last_error = $4 where id = $1 and attempts = $2 and ended_at is null`,
      [id, attempts, dueAt, error],
    );
  }

  async list(state: MailState | null, limit: number): Promise<MailJob[]> {
    return await this.dataSource.query<MailJob[]>(
      `select * from (${JOB}) job where $1::text is null or state = $1 order by created_at desc, id limit $2`,
      [state, limit],
    );
  }

  async find(id: string): Promise<MailJob | null> {
    const [job] = await this.dataSource.query<MailJob[]>(`${JOB} where mail.id = $1`, [id]);
    return job ?? null;
  }

  async revive(id: string, now: Date): Promise<Revival> {
    return this.transactions.run(async (manager) => {
      const [, dropped] = await manager.query<[unknown, number]>(
        `delete from account_mails where id = $1 and ${IS_DEAD} and kind in ${LINK_KINDS}`,
        [id],
      );
      if (dropped > 0) return 'dropped';
      const [, revived] = await manager.query<[unknown, number]>(
        `update account_mails set attempts = 0, due_at = $2, ended_at = null, last_error = null
         where id = $1 and ${IS_DEAD}`,
        [id, now],
      );
      return revived > 0 ? 'revived' : 'not dead';
    });
  }

  async count(state: 'waiting' | 'dead'): Promise<number> {
    const [row] = await this.dataSource.query<[{ mails: number }]>(
      `select count(*)::int as mails from account_mails where ${state === 'dead' ? IS_DEAD : 'ended_at is null'}`,
    );
    return row.mails;
  }

  async findOldestWaiting(): Promise<Date | null> {
    const [row] = await this.dataSource.query<[{ oldest: Date | null }]>(
      `select min(created_at) as oldest from account_mails where ended_at is null`,
    );
    return row.oldest;
  }
}

/** Their links are good for minutes: one that was refused is asked for again, not sent again. */
const LINK_KINDS = `('password_link', 'address_link')`;

/** A mail without a last error that has ended was sent. */
const IS_DEAD = 'ended_at is not null and last_error is not null';

const STATE = `case when mail.ended_at is null then 'waiting' when mail.last_error is null then 'sent' else 'dead' end`;

const JOB = `
  select mail.id, 'mail' as kind, school.short_name as school, mail.kind as about, ${STATE} as state, mail.attempts,
    case when mail.ended_at is null then ${utcText('mail.due_at')} end as due_at, mail.last_error,
    ${utcText('mail.created_at')} as created_at, ${utcText('mail.ended_at')} as ended_at
  from account_mails mail
  left join schools school on mail.kind = 'invitation' and school.id::text = mail.subject`;
