import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { isHere } from '../../../platform/database/moved-schools.js';
import { isTurnedOn } from '../../../policy/school-feature.js';
import { isSignupOpened } from '../../../policy/signup-visibility.js';
import { SignupItem } from '../signup.entity.js';

/**
 * $1 now: a sign-up with a claimed item that begins within a day. One of which a manager has reminded in the day before that is
 * left out, since nobody is reminded twice in 24 hours.
 */
const LOCK_DUE = `
  select i.id, s.id as "signupId", s.school_id as "schoolId" from signup_items i
  join signups s on s.school_id = i.school_id and s.id = i.signup_id
  join schools school on school.id = s.school_id
  where i.starts_at > $1 and i.starts_at <= $1::timestamptz + interval '24 hours'
    and coalesce(i.last_reminder_at < i.starts_at - interval '48 hours', true)
    and ${isSignupOpened('s', '$1')} and ${isTurnedOn('school', 'signups')} and ${isHere('school')}
    and exists (select from signup_claims c where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn')
  order by i.starts_at, i.id limit 1 for no key update of s skip locked`;

export interface DueItem {
  id: string;
  signupId: string;
  schoolId: string;
}

@Injectable()
export class ClaimRemindersRepository {
  /** Locks the sign-up of an item, of whichever school, whose claims are to be reminded of; null when there is none. */
  async lockDue(manager: EntityManager, now: Date): Promise<DueItem | null> {
    const [due] = await manager.query<DueItem[]>(LOCK_DUE, [now]);
    return due ?? null;
  }

  async markReminded(manager: EntityManager, schoolId: string, ids: string[], now: Date): Promise<void> {
    await manager.getRepository(SignupItem).update({ schoolId, id: In(ids) }, { lastReminderAt: now });
  }
}
