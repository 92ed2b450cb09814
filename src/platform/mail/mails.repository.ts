import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { takesWrites } from '../database/moved-schools.js';
import { utcText } from '../database/utc-text.js';
import { INSERT_CHANGES, TAKE_UNTRIED } from './change-mails.sql.js';
import type { ClaimedMail } from './mail-composers.js';
import type { DeadMailJob, MailJob, MailState } from './mail-job.js';
import { ALERT_MAIL, type MailDetails, QueuedMail } from './queued-mail.entity.js';

/** A mail to be sent. It goes to the member of the notification, to the account, or to the address. */
export interface NewMail {
  kind: string;
  /** Empty unless given. */
  subject?: string;
  schoolId?: string;
  notificationId?: string;
  userId?: string | null;
  email?: string | null;
  details?: MailDetails | null;
  /** UTC: not before; at once unless given. */
  dueAt?: Date;
}

/** State of a mail to an address. */
export interface AddressedMail {
  email: string;
  state: MailState;
  error: string | null;
  /** UTC; null while it waits. */
  endedAt: string | null;
}

const NEW_MAILS = `
  insert into mails (school_id, notification_id, user_id, email, kind, subject, details, created_at, due_at)
  select school_id, notification_id, user_id, email, kind, coalesce(subject, ''), details, $2, coalesce(due_at, $2)
  from jsonb_to_recordset($1::jsonb) as mail(school_id uuid, notification_id uuid, user_id uuid, email text, kind text,
    subject text, details jsonb, due_at timestamptz)`;

/** Starts a mail of before again, under a new id. */
const AGAIN = `do update set id = gen_random_uuid(), details = excluded.details, created_at = excluded.created_at,
  due_at = excluded.due_at, state = 'waiting', attempts = 0, ended_at = null, last_error = null`;

/** $3: id of the mail that is added to `details.mails`. */
const ADD_TO = `${NEW_MAILS} on conflict (user_id, kind, subject) do update set
    id = case when mails.state = 'waiting' then mails.id else gen_random_uuid() end,
    details = case when mails.state = 'waiting'
      then jsonb_build_object('mails', (mails.details -> 'mails') - $3 || to_jsonb($3::text)) else excluded.details end,
    created_at = case when mails.state = 'waiting' then mails.created_at else excluded.created_at end,
    due_at = case when mails.state = 'waiting' then mails.due_at else excluded.due_at end,
    state = 'waiting', attempts = 0, ended_at = null, last_error = null
  where mails.state <> 'waiting' or mails.attempts = 0
  returning id`;

const rowsOf = (mails: NewMail[]): string =>
  JSON.stringify(
    mails.map(({ kind, subject, schoolId, notificationId, userId, email, details, dueAt }) => ({
      ...{ kind, subject, email, details },
      school_id: schoolId,
      notification_id: notificationId,
      user_id: userId,
      due_at: dueAt,
    })),
  );

const CLAIMED = `mail.id, mail.kind, mail.subject, mail.school_id as "schoolId", mail.notification_id as "notificationId",
  mail.user_id as "userId", mail.email, mail.details, mail.attempts, mail.created_at as "createdAt"`;

/** @param more columns beside those of every job, each with a comma before it */
const jobWith = (more: string, joins: string): string => `
  select mail.id, 'mail' as kind, school.short_name as school, coalesce(notification.kind, mail.kind) as about, mail.state,
    mail.attempts, case when mail.state = 'waiting' then ${utcText('mail.due_at')} end as due_at, mail.last_error,
    ${utcText('mail.created_at')} as created_at, ${utcText('mail.ended_at')} as ended_at${more}
  from mails mail
  left join notifications notification on notification.school_id = mail.school_id and notification.id = mail.notification_id
  left join schools school on school.id = coalesce(mail.school_id::text, case mail.kind when 'invitation' then mail.subject end)::uuid${joins}`;

const JOB = jobWith('', '');

/** Whose mail it was: the first address of the account or of the member, or the address that it was for. */
const GIVEN_UP = jobWith(
  `, coalesce(mail.email, account.email, reader.email) as whose`,
  `
  left join users account on account.id = mail.user_id
  left join memberships member on member.school_id = notification.school_id and member.id = notification.membership_id
  left join users reader on reader.id = member.user_id`,
);

@Injectable()
export class MailsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insertMails(manager: EntityManager, mails: NewMail[], now: Date): Promise<void> {
    if (mails.length > 0) await manager.query(NEW_MAILS, [rowsOf(mails), now]);
  }

  /**
   * Mails of notifications of a change, one for each member and transaction. What an untried mail about the same item has to tell
   * (`details`) is told by the new one from there on: nobody has heard of what was between. One that was tried stays as it is sent.
   * @param kinds of notifications, of which the newest one about an item holds
   */
  async insertChangeMails(
    manager: EntityManager,
    { schoolId, kinds, now }: { schoolId: string; kinds: readonly string[]; now: Date },
    mails: ReadonlyMap<string, MailDetails>,
  ): Promise<void> {
    if (mails.size === 0) return;
    const wanted = await manager.query<{ notificationId: string; details: MailDetails | null }[]>(
      TAKE_UNTRIED,
      [schoolId, [...mails.keys()], kinds, now],
    );
    const rows = wanted.map(({ notificationId, details }) => ({
      notification_id: notificationId,
      details: { ...mails.get(notificationId), ...details },
    }));
    await manager.query(INSERT_CHANGES, [schoolId, JSON.stringify(rows), now]);
  }

  /** By itself, where nothing else changes. */
  async insertMail(mail: NewMail, now: Date): Promise<void> {
    await this.insertMails(this.dataSource.manager, [mail], now);
  }

  /** By itself: one of this kind and subject to the account, unless one was written since `recently`. */
  async insertUnlessRecent(mail: NewMail & { userId: string }, now: Date, recently: Date): Promise<void> {
    const insert = `${NEW_MAILS} on conflict (user_id, kind, subject) ${AGAIN} where mails.created_at <= $3`;
    await this.dataSource.query(insert, [rowsOf([mail]), now, recently]);
  }

  /** One of this kind and subject to each address, unless the one before is still to be sent. */
  async insertUnlessWaiting(
    manager: EntityManager,
    mails: (NewMail & { email: string })[],
    now: Date,
  ): Promise<void> {
    if (mails.length === 0) return;
    const insert = `${NEW_MAILS} on conflict (email, kind, subject) ${AGAIN} where mails.state <> 'waiting'`;
    await manager.query(insert, [rowsOf(mails), now]);
  }

  /**
   * Claims mails that are due: they count as tried, and are due again after `leaseUntil` should this process die over them.
   */
  async claimDueMails(
    kinds: readonly string[],
    now: Date,
    leaseUntil: Date,
    limit: number,
  ): Promise<ClaimedMail[]> {
    const [claimed] = await this.dataSource.query<[ClaimedMail[], number]>(
      `with due as materialized (select id from mails where state = 'waiting' and due_at <= $1 and kind = any ($4)
           and (school_id is null or ${takesWrites('mails.school_id')})
         order by due_at limit $3 for update skip locked)
       update mails mail set attempts = mail.attempts + 1, due_at = $2 from due where mail.id = due.id
       returning ${CLAIMED}`,
      [now, leaseUntil, limit, kinds],
    );
    return claimed;
  }

  /** Ends mails for good, whichever process has claimed them meanwhile. Their details are stored only while they can be sent. */
  async end(ids: string[], state: 'sent' | 'dropped', now: Date): Promise<void> {
    await this.dataSource
      .getRepository(QueuedMail)
      .update({ id: In(ids), state: 'waiting' }, { state, endedAt: now, lastError: null, details: null });
  }

  /** A mail whose hour has not come: it was not tried. Not one that another process has claimed meanwhile. */
  async hold({ id, attempts }: ClaimedMail, dueAt: Date): Promise<void> {
    await this.dataSource
      .getRepository(QueuedMail)
      .update({ id, attempts, state: 'waiting' }, { dueAt, attempts: attempts - 1 });
  }

  /**
   * Adds a mail to the one of this kind and subject to the account that says what several would, as long as that was not tried; the
   * first of them starts it.
   * @returns false while it is being sent
   */
  async addTo(mail: NewMail & { userId: string }, member: string, now: Date): Promise<boolean> {
    const [added] = await this.dataSource.query<unknown[]>(ADD_TO, [rowsOf([mail]), now, member]);
    return added !== undefined;
  }

  /** Those of these alerts that wait. */
  async findWaitingAlerts(
    ids: string[],
  ): Promise<{ id: string; schoolId: string; notificationId: string }[]> {
    return await this.dataSource.query(
      `select id, school_id as "schoolId", notification_id as "notificationId" from mails
       where id = any ($1::uuid[]) and kind = '${ALERT_MAIL}' and state = 'waiting' order by created_at, id`,
      [ids],
    );
  }

  /**
   * Ends a mail that was given up, which can be sent after all.
   * @param owner of a typed address, which goes: of the mail only their account stays, where there is one
   */
  async endAsDead(
    id: string,
    now: Date,
    error: string,
    owner: { userId: string | null } | null,
  ): Promise<void> {
    await this.dataSource.getRepository(QueuedMail).update(
      { id, state: 'waiting' },
      {
        ...{ state: 'dead', endedAt: now, lastError: error },
        ...(owner && { email: null }),
        ...(owner?.userId && { userId: owner.userId }),
      },
    );
  }

  async delete(id: string): Promise<void> {
    await this.dataSource.getRepository(QueuedMail).delete({ id });
  }

  /** Tries it again at `dueAt`, unless another process has claimed it meanwhile. */
  async postpone({ id, attempts }: ClaimedMail, dueAt: Date, error: string): Promise<void> {
    await this.dataSource
      .getRepository(QueuedMail)
      .update({ id, attempts, state: 'waiting' }, { dueAt, lastError: error });
  }

  /** Mails of this kind and subject, one for each address. */
  async findAddressed(kind: string, subject: string): Promise<AddressedMail[]> {
    return await this.dataSource.query<AddressedMail[]>(
      `select email, state, last_error as error, ${utcText('ended_at')} as "endedAt"
       from mails where kind = $1 and subject = $2`,
      [kind, subject],
    );
  }

  /** Newest first. */
  async findJobs(limit: number): Promise<MailJob[]> {
    return await this.dataSource.query<MailJob[]>(`${JOB} order by mail.created_at desc, mail.id limit $1`, [
      limit,
    ]);
  }

  /** Mails that were given up, newest first. */
  async findDeadJobs(limit: number): Promise<DeadMailJob[]> {
    return await this.dataSource.query<DeadMailJob[]>(
      `${GIVEN_UP} where mail.state = 'dead' order by mail.created_at desc, mail.id limit $1`,
      [limit],
    );
  }

  async findJob(id: string): Promise<MailJob | null> {
    const [job] = await this.dataSource.query<MailJob[]>(`${JOB} where mail.id = $1`, [id]);
    return job ?? null;
  }

  /** Starts a dead mail again, with as many attempts as a new one. @returns false when it is not dead */
  async revive(manager: EntityManager, id: string, now: Date): Promise<boolean> {
    const again = { state: 'waiting', attempts: 0, dueAt: now, endedAt: null, lastError: null } as const;
    const { affected } = await manager.getRepository(QueuedMail).update({ id, state: 'dead' }, again);
    return affected === 1;
  }

  /** @returns false when it is not dead, or of another kind */
  async deleteDead(manager: EntityManager, id: string, kinds: string[]): Promise<boolean> {
    const dead = { id, state: 'dead' as const, kind: In(kinds) };
    const { affected } = await manager.getRepository(QueuedMail).delete(dead);
    return affected === 1;
  }

  async count(state: 'waiting' | 'dead'): Promise<number> {
    // Not as a parameter: each has an index of its own.
    const [row] = await this.dataSource.query<[{ mails: number }]>(
      `select count(*)::int as mails from mails where state = '${state}'`,
    );
    return row.mails;
  }

  /**
   * Since when the mail has been due that has waited longest; null while none is due. One that waits for its hour, or for a daily mail,
   * is not stuck; one that was tried waits since it was written down.
   */
  async findOldestDue(now: Date): Promise<Date | null> {
    const [row] = await this.dataSource.query<[{ oldest: Date | null }]>(
      `select min(case when attempts = 0 then due_at else created_at end) as oldest from mails
       where state = 'waiting' and (attempts > 0 or due_at <= $1)`,
      [now],
    );
    return row.oldest;
  }
}
