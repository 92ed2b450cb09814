import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { auditItem, auditSchools } from '../../platform/audit/operation.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { DeliveryState, NotificationKind } from './alert.js';

export interface DeliveryKey {
  schoolId: string;
  id: string;
}

/** A mail that this process is to send now. */
export interface ClaimedDelivery extends DeliveryKey {
  /** This one included. */
  attempts: number;
}

/** A mail as an operator sees it: without names, addresses or texts. */
export interface MailJob {
  id: string;
  kind: 'mail';
  /** Short name. */
  school: string;
  notification_kind: NotificationKind;
  state: DeliveryState;
  attempts: number;
  /** UTC; null once it has come to an end. */
  due_at: string | null;
  last_error: string | null;
  created_at: string;
  ended_at: string | null;
}

const JOB = `
  select d.id, 'mail' as kind, school.short_name as school, n.kind as notification_kind, d.state, d.attempts,
    case when d.state = 'waiting' then ${utcText('d.due_at')} end as due_at, d.last_error,
    ${utcText('d.created_at')} as created_at, ${utcText('d.ended_at')} as ended_at
  from mail_deliveries d
  join notifications n on n.school_id = d.school_id and n.id = d.notification_id
  join schools school on school.id = d.school_id`;

@Injectable()
export class MailDeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes what is due and moves it on: should this process die, it is due again after `leaseUntil`. */
  async claim(now: Date, leaseUntil: Date, limit: number): Promise<ClaimedDelivery[]> {
    const [rows] = await this.dataSource.query<[ClaimedDelivery[], number]>(
      `with due as materialized (select school_id, id from mail_deliveries where state = 'waiting' and due_at <= $1
         order by due_at limit $3 for update skip locked)
       update mail_deliveries d set due_at = $2, attempts = d.attempts + 1
       from due where d.school_id = due.school_id and d.id = due.id
       returning d.school_id as "schoolId", d.id, d.attempts`,
      [now, leaseUntil, limit],
    );
    return rows;
  }

  /** For good. A mail that was sent is sent, whoever else has taken it up meanwhile. */
  async end(
    { schoolId, id }: DeliveryKey,
    state: 'sent' | 'dead' | 'dropped',
    now: Date,
    error: string | null,
  ): Promise<void> {
    await this.dataSource.query(
      `update mail_deliveries set state = $3, ended_at = $4, last_error = $5
       where school_id = $1 and id = $2 and state = 'waiting'`,
      [schoolId, id, state, now, error],
    );
  }

  /** Unless somebody else has taken it up meanwhile. */
  async postpone({ schoolId, id, attempts }: ClaimedDelivery, dueAt: Date, error: string): Promise<void> {
    await this.dataSource.query(
      `update mail_deliveries set due_at = $4, last_error = $5
       where school_id = $1 and id = $2 and attempts = $3 and state = 'waiting'`,
      [schoolId, id, attempts, dueAt, error],
    );
  }

  async count(state: 'waiting' | 'dead'): Promise<number> {
    // Not as a parameter: each has an index of its own.
    const [row] = await this.dataSource.query<[{ mails: number }]>(
      `select count(*)::int as mails from mail_deliveries where state = '${state}'`,
    );
    return row.mails;
  }

  /** When it was owed. */
  async findOldestWaiting(): Promise<Date | null> {
    const [row] = await this.dataSource.query<[{ oldest: Date | null }]>(
      `select min(created_at) as oldest from mail_deliveries where state = 'waiting'`,
    );
    return row.oldest;
  }

  /** Newest first. */
  list(state: DeliveryState | null, limit: number): Promise<MailJob[]> {
    return this.dataSource.query<MailJob[]>(
      `${JOB} where $1::text is null or d.state = $1 order by d.created_at desc, d.id limit $2`,
      [state, limit],
    );
  }

  async find(id: string): Promise<MailJob | null> {
    const [job] = await this.dataSource.query<MailJob[]>(`${JOB} where d.id = $1`, [id]);
    return job ?? null;
  }

  /** @returns whether it was dead */
  async revive(id: string, now: Date): Promise<boolean> {
    const [, revived] = await this.dataSource.transaction((manager) =>
      manager.query<[unknown, number]>(
        `update mail_deliveries set state = 'waiting', attempts = 0, due_at = $2, ended_at = null, last_error = null
         where id = $1 and state = 'dead'`,
        [id, now],
      ),
    );
    return revived > 0;
  }
}

/** Whom an unsubscribe address is about: the school alone, and never the person. */
export interface FoundChoice {
  school: string;
  /** BCP 47. */
  locale: string;
  /** The mails are switched off. */
  isOff: boolean;
}

@Injectable()
export class MailChoicesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Gives the recipients of these deliveries a choice, and so an address to unsubscribe by. */
  async open(deliveries: DeliveryKey[], tokens: string[]): Promise<void> {
    await this.dataSource.query(
      `insert into mail_choices (membership_id, school_id, token)
       select m.id, m.school_id, owed.token
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as owed(school_id, delivery_id, token)
       join mail_deliveries d on d.school_id = owed.school_id and d.id = owed.delivery_id
       join notifications n on n.school_id = d.school_id and n.id = d.notification_id
       join memberships m on m.school_id = n.school_id and m.id = n.membership_id
       where not exists (select from mail_choices choice
         where choice.school_id = m.school_id and choice.membership_id = m.id)
       order by m.id for key share of m
       on conflict do nothing`,
      [deliveries.map(({ schoolId }) => schoolId), deliveries.map(({ id }) => id), tokens],
    );
  }

  async find(token: string): Promise<FoundChoice | null> {
    const [row] = await this.dataSource.query<FoundChoice[]>(
      `select school.name as school, school.locale, choice.unsubscribed_at is not null as "isOff" from mail_choices choice
       join schools school on school.id = choice.school_id where choice.token = $1`,
      [token],
    );
    return row ?? null;
  }

  async unsubscribe(token: string, now: Date): Promise<void> {
    await this.choose(
      'update mail_choices set unsubscribed_at = coalesce(unsubscribed_at, $2) where token = $1',
      [token, now],
    );
  }

  /** False where there is no such token. */
  async resume(token: string): Promise<boolean> {
    return this.choose('update mail_choices set unsubscribed_at = null where token = $1', [token]);
  }

  /** False where there is no such token. */
  private choose(update: string, parameters: unknown[]): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [[choice]] = await manager.query<[{ membership_id: string; school_id: string }[], number]>(
        `${update} returning membership_id, school_id`,
        parameters,
      );
      if (!choice) return false;
      auditSchools([choice.school_id]);
      auditItem('membership', choice.membership_id);
      return true;
    });
  }
}
