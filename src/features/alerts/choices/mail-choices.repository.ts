import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem, auditSchools } from '../../../platform/audit/operation.js';
import type { OwedAlert } from '../mails/owed-alert.js';
import type { Departure, LastingChoices, Leaver } from '../../memberships/member-holdings.service.js';
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
  async open(owed: OwedAlert[]): Promise<void> {
    const tokens = owed.map(() => randomBytes(32).toString('base64url'));
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

  /** The choice of a leaver who has ended the mails; nothing of one who has them. */
  async findUnsubscribed(
    manager: EntityManager,
    { schoolId, membershipId }: Leaver,
  ): Promise<Partial<LastingChoices>> {
    const [choice] = await manager.query<Pick<LastingChoices, 'unsubscribedAt' | 'mailToken'>[]>(
      `select unsubscribed_at as "unsubscribedAt", token as "mailToken" from mail_choices
       where school_id = $1 and membership_id = $2 and unsubscribed_at is not null`,
      [schoolId, membershipId],
    );
    return choice ?? {};
  }

  /** A person who comes back is not mailed when they have ended that, and their address to unsubscribe by is the one from before. */
  async restoreUnsubscribed(
    manager: EntityManager,
    { schoolId, membershipId }: Leaver,
    departure: Departure | null,
  ): Promise<void> {
    if (!departure?.unsubscribedAt) return;
    await manager.query(
      `insert into mail_choices (membership_id, school_id, token, unsubscribed_at) values ($1, $2, $3, $4)`,
      [membershipId, schoolId, departure.mailToken, departure.unsubscribedAt],
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
