import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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
  async open(deliveryIds: string[], tokens: string[]): Promise<void> {
    await this.dataSource.query(
      `insert into mail_choices (membership_id, school_id, token)
       select m.id, m.school_id, owed.token
       from unnest($1::uuid[], $2::text[]) as owed(delivery_id, token)
       join mail_deliveries d on d.id = owed.delivery_id
       join notifications n on n.id = d.notification_id
       join memberships m on m.id = n.membership_id
       where not exists (select from mail_choices choice where choice.membership_id = m.id)
       order by m.id for key share of m
       on conflict (membership_id) do nothing`,
      [deliveryIds, tokens],
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
    await this.dataSource.query(
      'update mail_choices set unsubscribed_at = coalesce(unsubscribed_at, $2) where token = $1',
      [token, now],
    );
  }

  /** False where there is no such token. */
  async resume(token: string): Promise<boolean> {
    const [, found] = await this.dataSource.query<[unknown[], number]>(
      'update mail_choices set unsubscribed_at = null where token = $1',
      [token],
    );
    return found > 0;
  }
}
