import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { utcText } from '../../../platform/database/utc-text.js';
import { MAX_BOUNCES } from '../../../platform/mail/bounced-addresses.repository.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import type { UnreachedPerson } from './mail-health.dto.js';

/** With the address, for operators. */
export interface UnreachedAddress extends UnreachedPerson {
  email: string;
}

const BOUNCED = `bounced.email, bounced.bounces, ${utcText('bounced.bounced_at')} as last_bounce_at,
  bounced.bounces >= ${MAX_BOUNCES} as stopped, ${schoolLocale('$1')} as locale`;

/** $1: the school. Active members, and guardians on file who are not registered. */
const UNREACHED = `
  select m.id as membership_id, ${fullName('person')} as name,
    ${nameSortKey('person', [], 'm.id')}::jsonb as sort_key, ${BOUNCED}
  from memberships m join users u on u.id = m.user_id
  join bounced_addresses bounced on bounced.email = u.email ${memberContact('null')}
  where m.school_id = $1 and m.deactivated_at is null
  union all
  (select distinct on (g.email, ${fullName('g')}) null::uuid, ${fullName('g')}, ${nameSortKey('g')}::jsonb, ${BOUNCED}
  from family_guardians g join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
  join bounced_addresses bounced on bounced.email = g.email
  where g.school_id = $1 and g.membership_id is null and g.shared_membership_id is null)`;

@Injectable()
export class MailHealthRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of the school. */
  async findUnreached(schoolId: string): Promise<UnreachedAddress[]> {
    const rows = await this.dataSource.query<(UnreachedAddress & { locale: string })[]>(UNREACHED, [
      schoolId,
    ]);
    return inSchoolOrder(rows);
  }
}
