import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { isRetained } from '../../policy/answered-item.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';
import { isEventVisible } from '../../policy/event-visibility.js';
import type { EventReference } from '../calendar/events/event-details.js';
import { SignupClaim } from './claims/signup-claim.entity.js';
import { Signup, SignupItem } from './signup.entity.js';

/** Of whichever school. What an import brought is remembered: it would bring it again. */
const FIND_REMOVABLE = `
  select s.id, s.school_id as "schoolId" from signups s
  where s.deleted_at is not null and s.source = 'api' and not ${isRetained('s', '$1')} and not exists (
    select from signup_claims c where c.school_id = s.school_id and c.signup_id = s.id)
  order by s.deleted_at limit 1 for update of s skip locked`;

/** After the viewer's parameters, $5: the event, or the series with $6: the original start of the occurrence. */
const FIND_EVENT = `
  select e.id from events e where e.school_id = $1 and e.id = $5 and e.series_id is null and ${isEventVisible('e', VIEWER)}`;
const FIND_OCCURRENCE = `
  select e.id from events e where e.school_id = $1 and e.series_id = $5 and e.original_start = $6 and ${isEventVisible('e', VIEWER)}`;

@Injectable()
export class SignupWritesRepository {
  async insert(manager: EntityManager, signup: Signup): Promise<void> {
    await manager.getRepository(Signup).insert(signup);
  }

  async update(manager: EntityManager, { id, ...columns }: Signup): Promise<void> {
    await manager.getRepository(Signup).update({ schoolId: columns.schoolId, id }, columns);
  }

  /** Locks a sign-up that was deleted too long ago to come back, and without any claim; null when there is none. */
  async lockRemovable(manager: EntityManager, now: Date): Promise<Signup | null> {
    const [key] = await manager.query<Pick<Signup, 'id' | 'schoolId'>[]>(FIND_REMOVABLE, [now]);
    return key ? manager.getRepository(Signup).findOneByOrFail(key) : null;
  }

  async remove(manager: EntityManager, { id, schoolId }: Signup): Promise<void> {
    await manager.getRepository(Signup).delete({ schoolId, id });
  }

  /** Withdrawn claims are claims: they are in the export of those who made them. */
  isClaimed(manager: EntityManager, { schoolId, id }: Signup): Promise<boolean> {
    return manager.getRepository(SignupClaim).existsBy({ schoolId, signupId: id });
  }

  areItemsClaimed(manager: EntityManager, { schoolId }: Signup, itemIds: string[]): Promise<boolean> {
    return manager.getRepository(SignupClaim).existsBy({ schoolId, itemId: In(itemIds) });
  }

  /** In their order. */
  findItems(manager: EntityManager, { schoolId, id }: Signup): Promise<SignupItem[]> {
    return manager
      .getRepository(SignupItem)
      .find({ where: { schoolId, signupId: id }, order: { position: 'asc' } });
  }

  async saveItems(manager: EntityManager, items: SignupItem[]): Promise<void> {
    if (items.length > 0) await manager.getRepository(SignupItem).upsert(items, ['schoolId', 'id']);
  }

  async removeItems(manager: EntityManager, { schoolId }: Signup, itemIds: string[]): Promise<void> {
    await manager.getRepository(SignupItem).delete({ schoolId, id: In(itemIds) });
  }

  /** Memberships of those who have something of these items, waiting included. */
  async findClaimants(manager: EntityManager, schoolId: string, itemIds: string[]): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select distinct membership_id as id from signup_claims
       where school_id = $1 and item_id = any ($2::uuid[]) and status <> 'withdrawn'`,
      [schoolId, itemIds],
    );
    return rows.map(({ id }) => id);
  }

  /** The row of an event that the member may see; null where there is none. */
  async findEvent({ manager, member, now }: WriteContext, reference: EventReference): Promise<string | null> {
    const [sql, named] =
      'id' in reference
        ? [FIND_EVENT, [reference.id]]
        : [FIND_OCCURRENCE, [reference.seriesId, reference.key]];
    const parameters = [...viewerParameters(member, now), ...named];
    const [row] = await manager.query<{ id: string }[]>(sql, parameters);
    return row?.id ?? null;
  }

  /** IANA name. */
  async findTimeZone({ manager, member }: WriteContext): Promise<string> {
    const [row] = await manager.query<[{ timeZone: string }]>(
      `select time_zone as "timeZone" from schools where id = $1`,
      [member.schoolId],
    );
    return row.timeZone;
  }
}
