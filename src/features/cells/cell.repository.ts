import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OutsideToken, OwnToken } from '../../platform/auth/caller.js';
import { isHere, isOfSchoolHere } from '../../platform/database/moved-schools.js';
import type { PersonInCell } from './cell.dto.js';

type Known = Pick<PersonInCell, 'account' | 'member'>;

/**
 * @param id SQL: the id of a person
 * @param from SQL: where it is found
 */
const known = (id: string, from: string): string => `
  with person as (select ${id} as id from ${from})
  select exists (select from person) as account,
    exists (select from person p join memberships m on m.user_id = p.id where ${isOfSchoolHere('m.school_id')}) as member`;

const BY_ADDRESS = known('a.user_id', 'user_addresses a where a.email = $1');

const BY_SESSION = known('s.user_id', 'user_sessions s where s.id = $1');

const BY_REFRESH_TOKEN = known(
  's.user_id',
  'refresh_tokens t join user_sessions s on s.id = t.session_id where t.token_hash = $1',
);

/** Who the account is, or would be once the provider's token is used here: the rules are those of `bindToSubject`. */
const BY_SUBJECT = known(
  'u.id',
  `users u where u.outside_subject_id = $1 or $3 and u.email = $2 and u.outside_subject_id is null
    and not exists (select from users bound where bound.outside_subject_id = $1)`,
);

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

  /** @param email normalised */
  findByAddress(email: string): Promise<Known> {
    return this.find(BY_ADDRESS, [email]);
  }

  /** The person whom a provider outside vouches for. */
  findOutsider({ subjectId, email, emailVerified }: OutsideToken): Promise<Known> {
    return this.find(BY_SUBJECT, [subjectId, email, emailVerified]);
  }

  /** Whose session it is, also one that has ended: this cell says so. */
  findBySession({ sessionId }: OwnToken): Promise<Known> {
    return this.find(BY_SESSION, [sessionId]);
  }

  findByRefreshToken(tokenHash: string): Promise<Known> {
    return this.find(BY_REFRESH_TOKEN, [tokenHash]);
  }

  private async find(statement: string, parameters: unknown[]): Promise<Known> {
    const [row] = await this.dataSource.query<[Known]>(statement, parameters);
    return row;
  }
}
