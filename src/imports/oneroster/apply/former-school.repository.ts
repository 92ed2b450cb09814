import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Arrival, ArrivalWithWritings } from '../../../features/memberships/families.service.js';

const WRITINGS = `
  select (select count(*) from notes n where n.school_id = came.school_id and n.student_id = came.id)::int as notes,
    (select count(*) from stars n where n.school_id = came.school_id and n.student_id = came.id)::int as stars,
    (select count(*) from list_students n where n.school_id = came.school_id and n.student_id = came.id)::int as entries
  from unnest($1::uuid[], $2::uuid[]) with ordinality as came(school_id, id, position) order by came.position`;

/** Notes, stars and entries on lists, which stay at the school that a student has come from. */
@Injectable()
export class FormerSchoolRepository {
  /** Counts what members of that school have written about the record there. */
  async withWritings(manager: EntityManager, arrivals: Arrival[]): Promise<ArrivalWithWritings[]> {
    if (arrivals.length === 0) return [];
    const counts = await manager.query<Omit<ArrivalWithWritings, keyof Arrival>[]>(WRITINGS, [
      arrivals.map(({ fromSchoolId }) => fromSchoolId),
      arrivals.map(({ fromId }) => fromId),
    ]);
    return arrivals.map((arrival, index) => ({ ...arrival, ...counts[index]! }));
  }
}
