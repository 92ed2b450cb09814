import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class DemoAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A revoked one counts. */
  async hasApplication(name: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>('select from applications where name = $1 limit 1', [
      name,
    ]);
    return found.length > 0;
  }

  /**
   * The application is for these schools alone, with the sessions that it has opened before it was.
   * @returns their ids
   */
  async bound(clientId: string, shortNames: string[]): Promise<string[]> {
    const [row] = await this.dataSource.query<{ ids: string[] }[]>(
      `with bound as (
         update applications set only_schools = array(select id from schools where short_name = any ($2) order by id)
         where id = $1 returning id, only_schools
       ), sessions as (
         update user_sessions s set only_schools = bound.only_schools from bound
         where s.application_id = bound.id and s.only_schools is distinct from bound.only_schools
       ) select only_schools as ids from bound`,
      [clientId, shortNames],
    );
    return row?.ids ?? [];
  }

  /** True once: of several processes, or starts, one prints the secret. */
  async markShown(clientId: string, now: Date): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      'update applications set secret_shown_at = $2 where id = $1 and secret_shown_at is null returning id',
      [clientId, now],
    );
    return rows.length > 0;
  }
}
