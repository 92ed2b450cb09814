import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class DemoAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Its accounts have been opened, by whatever release: those before had an application for it, and a revoked one counts. */
  wasOpened(): Promise<boolean> {
    return this.isThere(`select from users where only_schools is not null
      union all select from applications where name = 'Demo visitor'`);
  }

  isOpen(): Promise<boolean> {
    return this.isThere(`select from users where only_schools is not null
      union all select from applications where name = 'Demo visitor' and revoked_at is null`);
  }

  /** Whether there is a school that is none of these. */
  hasOtherSchools(shortNames: string[]): Promise<boolean> {
    return this.isThere('select from schools where short_name <> all ($1)', [shortNames]);
  }

  /** These accounts are for these schools alone, with the sessions that they have. */
  async bind(emails: string[], shortNames: string[]): Promise<void> {
    await this.dataSource.query(
      `with bound as (
         update users set only_schools = array(select id from schools where short_name = any ($2) order by id)
         where email = any ($1) returning id, only_schools
       ) update user_sessions s set only_schools = bound.only_schools from bound
         where s.user_id = bound.id and s.only_schools is distinct from bound.only_schools`,
      [emails, shortNames],
    );
  }

  private async isThere(query: string, values: unknown[] = []): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>(`${query} limit 1`, values)).length > 0;
  }
}
