import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { auditItem, auditSchools } from '../../../platform/audit/operation.js';
import type { OwedAlert } from './owed-alert.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** The school of an unsubscribe address, and never the person. */
export interface FoundChoice {
  school: string;
  /** BCP 47. */
  locale: string;
  /** The mails are switched off. */
  isOff: boolean;
}

@Injectable()
export class MailChoicesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Gives the recipients of these deliveries a choice, and so an address to unsubscribe by. */
  async open(owed: OwedAlert[], tokens: string[]): Promise<void> {
    await this.dataSource.query(
      `insert into mail_choices (membership_id, school_id, token)
       select m.id, m.school_id, owed.token
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as owed(school_id, notification_id, token)
       join notifications n on n.school_id = owed.school_id and n.id = owed.notification_id
       join memberships m on m.school_id = n.school_id and m.id = n.membership_id
       where not exists (select from mail_choices choice
         where choice.school_id = m.school_id and choice.membership_id = m.id)
       order by m.id for key share of m
       on conflict do nothing`,
      [owed.map(({ schoolId }) => schoolId), owed.map(({ notificationId }) => notificationId), tokens],
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
    return this.transactions.run(async (manager) => {
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
