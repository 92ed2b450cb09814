import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PersonInCell } from './cell.dto.js';
import { isHere, isOfSchoolHere } from '../../platform/database/moved-schools.js';

@Injectable()
export class CellRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Ids of the schools that are here and have not moved away, in order. */
  async schoolIds(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select s.id from schools s where ${isHere('s')} order by s.id`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Whether a person with this address has an account, and a place in a school that is here.
   * @param email normalised
   */
  async findPerson(email: string): Promise<PersonInCell> {
    const [found] = await this.dataSource.query<[PersonInCell]>(
      `with person as (select a.user_id from user_addresses a where a.email = $1)
       select exists (select from person) as account,
         exists (select from person p join memberships m on m.user_id = p.user_id
           where ${isOfSchoolHere('m.school_id')}) as member`,
      [email],
    );
    return found;
  }
}
