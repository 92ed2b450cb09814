import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountMail, AccountMailKind } from './user.entity.js';

/** A mail about an account that is to be sent now, in the language of the person's school. */
export interface DueAccountMail {
  id: string;
  kind: AccountMailKind;
  /** Of the operator's session. */
  subject: string;
  details: AccountMail['details'];
  /** This one included. */
  attempts: number;
  email: string;
  locale: string;
  timeZone: string;
}

type Claimed = Omit<DueAccountMail, 'locale' | 'timeZone'> & { userId: string | null };

/** Somebody whom a school invites, who need not have an account. */
export interface InvitedPerson {
  email: string;
  /** UTC: not before. */
  dueAt: Date;
  /** UTC: when the invitation ends. */
  until: string;
}

@Injectable()
export class AccountMailsRepository {
  constructor(private readonly dataSource: DataSource) {}

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
       set id = gen_random_uuid(), created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, ended_at = null
       where account_mails.created_at <= $3`,
      [email, now, recently],
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
    { userId, email, kind }: { userId: string; email: string | null; kind: AccountMailKind },
    now: Date,
  ): Promise<void> {
    await manager.query(
      `insert into account_mails (user_id, email, kind, subject, created_at, due_at)
       values ($1, $2, $3, gen_random_uuid(), $4, $4)`,
      [userId, email, kind, now],
    );
  }

  /** Each once, unless the one before has come to its end. */
  async addInvitations(
    manager: EntityManager,
    school: { id: string; name: string; locale: string; timeZone: string },
    people: InvitedPerson[],
    now: Date,
  ): Promise<void> {
    const { id, name, locale, timeZone } = school;
    const rows = people.map(({ until, ...person }) => ({
      ...{ email: person.email, due_at: person.dueAt },
      details: { school: name, locale, timeZone, until },
    }));
    await manager.query(
      `insert into account_mails (email, kind, subject, details, created_at, due_at)
       select email, 'invitation', $2, details, $3, due_at
       from jsonb_to_recordset($1::jsonb) as p(email text, due_at timestamptz, details jsonb)
       on conflict (email, kind, subject) do update set id = gen_random_uuid(), details = excluded.details,
         created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, ended_at = null
       where account_mails.ended_at is not null`,
      [JSON.stringify(rows), id, now],
    );
  }

  /** Each counts as tried, and is due again later should this process die over it. */
  async claim(now: Date, limit: number): Promise<DueAccountMail[]> {
    const [claimed] = await this.dataSource.query<[Claimed[], number]>(
      `with due as materialized (select id from account_mails where ended_at is null and due_at <= $1
         order by due_at limit $2 for update skip locked)
       update account_mails mail set attempts = mail.attempts + 1,
         due_at = $1::timestamptz + interval '1 minute' * power(2, mail.attempts)
       from due left join account_mails own on own.id = due.id left join users u on u.id = own.user_id
       where mail.id = due.id and coalesce(mail.email, u.email) is not null
       returning mail.id, mail.kind, mail.subject, mail.details, mail.attempts, mail.user_id as "userId",
         coalesce(mail.email, u.email) as email`,
      [now, limit],
    );
    return this.inTheirLanguage(claimed);
  }

  /** Of the school that they have belonged to longest; English for who belongs to none. */
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

  /** Sent, or given up; what it said besides is nobody's any more. */
  async end(id: string, now: Date): Promise<void> {
    await this.dataSource.query(`update account_mails set ended_at = $2, details = null where id = $1`, [
      id,
      now,
    ]);
  }
}
