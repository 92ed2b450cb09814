import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { utcText } from '../../../platform/database/utc-text.js';
import type { ClaimedMail, MailRecords } from '../../../platform/mail/mail-dispatch.service.js';
import { type MailJob, type MailState, Outbox, type Revival } from '../../../platform/mail/outbox.js';
import { Outboxes } from '../../../platform/mail/outboxes.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export interface DeliveryKey {
  schoolId: string;
  id: string;
}

export type ClaimedDelivery = DeliveryKey & ClaimedMail;

const JOB = `
  select d.id, 'mail' as kind, school.short_name as school, n.kind as about, d.state, d.attempts,
    case when d.state = 'waiting' then ${utcText('d.due_at')} end as due_at, d.last_error,
    ${utcText('d.created_at')} as created_at, ${utcText('d.ended_at')} as ended_at
  from mail_deliveries d
  join notifications n on n.school_id = d.school_id and n.id = d.notification_id
  join schools school on school.id = d.school_id`;

@Injectable()
export class MailDeliveriesRepository extends Outbox implements MailRecords<ClaimedDelivery> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    outboxes: Outboxes,
  ) {
    super();
    outboxes.add(this);
  }

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

  async findOldestWaiting(): Promise<Date | null> {
    const [row] = await this.dataSource.query<[{ oldest: Date | null }]>(
      `select min(created_at) as oldest from mail_deliveries where state = 'waiting'`,
    );
    return row.oldest;
  }

  async list(state: MailState | null, limit: number): Promise<MailJob[]> {
    return await this.dataSource.query<MailJob[]>(
      `${JOB} where $1::text is null or d.state = $1 order by d.created_at desc, d.id limit $2`,
      [state, limit],
    );
  }

  async find(id: string): Promise<MailJob | null> {
    const [job] = await this.dataSource.query<MailJob[]>(`${JOB} where d.id = $1`, [id]);
    return job ?? null;
  }

  async revive(id: string, now: Date): Promise<Revival> {
    const [, revived] = await this.transactions.run((manager) =>
      manager.query<[unknown, number]>(
        `update mail_deliveries set state = 'waiting', attempts = 0, due_at = $2, ended_at = null, last_error = null
         where id = $1 and state = 'dead'`,
        [id, now],
      ),
    );
    return revived > 0 ? 'revived' : 'not dead';
  }
}
