import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isOwnCorrection } from '../../policy/correction-visibility.js';
import { FREE_FIELDS, type OpenCorrection } from './brought-value.js';
import { Correction } from './correction.entity.js';
import { ON_ROSTER } from './corrections.sql.js';

/** A correction that was settled. */
export interface SettledCorrection {
  id: string;
  /** The author, where they may read it still. */
  readers: string[];
}

/** An open correction, and whether its student is on the roster. */
export interface FoundCorrection extends OpenCorrection {
  id: string;
  isListed: boolean;
}

const READERS = `
  case when ${isOwnCorrection('c', { school: 'c.school_id', membership: 'c.membership_id' })}
    then array[c.membership_id] else '{}' end as readers`;

/**
 * $1: the school, $2: fields that nobody can compare, $3: after this id, $4: how many. Archived students are told apart and not left
 * out: as a condition it would have PostgreSQL begin with the students, of whom a large school has many, while it has no statistics.
 */
const OPEN = `
  select c.id, c.field, c.proposed, ${ON_ROSTER} as "onRoster", school.country, s.archived_at is null as "isListed"
  from corrections c
  join students s on s.school_id = c.school_id and s.id = c.student_id
  join schools school on school.id = c.school_id
  where c.school_id = $1 and c.state = 'open' and c.field <> all ($2::text[]) and c.id > $3::uuid
  order by c.id limit $4`;

/** One that somebody else settles at the same time is theirs. */
const CLOSE = `
  update corrections c set state = 'done', settled_at = $3
  where c.school_id = $1 and c.id = any ($2::uuid[]) and c.state = 'open'
  returning c.id, ${READERS}`;

/** Corrections as the school settles them. */
@Injectable()
export class SettlementsRepository {
  async lockCorrection(
    manager: EntityManager,
    schoolId: string,
    correctionId: string,
  ): Promise<Correction | null> {
    const where = { schoolId, id: correctionId };
    return manager.getRepository(Correction).findOne({ where, lock: { mode: 'for_no_key_update' } });
  }

  async update(
    manager: EntityManager,
    { schoolId, id }: Correction,
    changes: Pick<Correction, 'state' | 'answer' | 'settledAt'>,
  ): Promise<void> {
    await manager.getRepository(Correction).update({ schoolId, id }, changes);
  }

  /** The author of a correction, where they may read it still. */
  async findReaders(manager: EntityManager, { schoolId, id }: Correction): Promise<string[]> {
    const [row] = await manager.query<[Pick<SettledCorrection, 'readers'>]>(
      `select ${READERS} from corrections c where c.school_id = $1 and c.id = $2`,
      [schoolId, id],
    );
    return row.readers;
  }

  /** Open corrections of a school whose value can be compared, in the order of their ids. */
  findOpen(
    manager: EntityManager,
    schoolId: string,
    { after, limit }: { after: string; limit: number },
  ): Promise<FoundCorrection[]> {
    return manager.query(OPEN, [schoolId, FREE_FIELDS, after, limit]);
  }

  /** @returns those that were open until now */
  async closeOpen(
    manager: EntityManager,
    schoolId: string,
    ids: string[],
    now: Date,
  ): Promise<SettledCorrection[]> {
    const [closed] = await manager.query<[SettledCorrection[], number]>(CLOSE, [schoolId, ids, now]);
    return closed;
  }
}
