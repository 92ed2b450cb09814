import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { restrictedStudents } from '../../policy/guardian-restriction.js';
import { keysOf, VIEWER, viewerParameters } from '../../policy/audience.js';

/** Order and repetition say nothing: two students may share a year. */
const sorted = (array: string): string =>
  `(select coalesce(jsonb_agg(distinct value order by value), '[]') from unnest(${array}) value)`;

/** The students whom a member is linked to: whose address they see, and for whom a slip asks them. */
const OWN_STUDENTS = `array(select own.student_id::text from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $2::uuid)`;

const ACCESS = `
  select md5(jsonb_build_array(m.role, ${sorted(keysOf(VIEWER))}, ${sorted(OWN_STUDENTS)},
    ${sorted(`${restrictedStudents(VIEWER)}::text[]`)})::text) as digest
  from memberships m where m.school_id = $1::uuid and m.id = $2::uuid`;

/** What a caller is in a school: everything that decides what they may read there, besides the items themselves. */
@Injectable()
export class CallerAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A digest that is another one as soon as their role, a link, a grant or an organization of theirs is. */
  async findDigest(member: Member, now: Date): Promise<string> {
    const [row] = await this.dataSource.query<{ digest: string }[]>(ACCESS, viewerParameters(member, now));
    return row?.digest ?? '';
  }

  /** As they are now: they may have been set since the request was let in. */
  async findFeatures({ schoolId }: Member): Promise<Member['features']> {
    const [row] = await this.dataSource.query<{ features: Member['features'] }[]>(
      'select features from schools where id = $1',
      [schoolId],
    );
    return row!.features;
  }
}
