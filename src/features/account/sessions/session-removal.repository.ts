import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class SessionRemovalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * With their refresh tokens and challenges; those that another process is at are passed over.
   * @param moment up to when they have expired
   * @returns how many went, at most `limit`
   */
  async removeExpired(moment: Date, limit: number): Promise<number> {
    const [, removed] = await this.dataSource.query<[unknown, number]>(
      `with expired as materialized (select id from user_sessions
         where expires_at <= $1 order by expires_at limit $2 for update skip locked)
       delete from user_sessions s using expired where s.id = expired.id`,
      [moment, limit],
    );
    return removed;
  }
}
