import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { isRetained } from '../../policy/answered-item.js';
import type { DeletedItem, DeletedItems } from '../publishing/deleted-items.service.js';
import { SignupClaim } from './claims/signup-claim.entity.js';
import { Signup, SignupItem } from './signup.entity.js';

/** Of whichever school. What an import brought is remembered: it would bring it again. */
const FIND_REMOVABLE = `
  select s.id, s.school_id as "schoolId", s.description as text from signups s
  where s.deleted_at is not null and s.source = 'api' and not ${isRetained('s', '$1')} and not exists (
    select from signup_claims c where c.school_id = s.school_id and c.signup_id = s.id)
  order by s.deleted_at limit 1 for update of s skip locked`;

@Injectable()
export class SignupWritesRepository implements DeletedItems {
  async insert(manager: EntityManager, signup: Signup): Promise<void> {
    await manager.getRepository(Signup).insert(signup);
  }

  async update(manager: EntityManager, { id, ...columns }: Signup): Promise<void> {
    await manager.getRepository(Signup).update({ schoolId: columns.schoolId, id }, columns);
  }

  async lockRemovable(manager: EntityManager, now: Date): Promise<DeletedItem | null> {
    const [found] = await manager.query<DeletedItem[]>(FIND_REMOVABLE, [now]);
    return found ?? null;
  }

  async remove(manager: EntityManager, { id, schoolId }: DeletedItem): Promise<void> {
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

  /** IANA name. */
  async findTimeZone({ manager, member }: WriteContext): Promise<string> {
    const [row] = await manager.query<[{ timeZone: string }]>(
      `select time_zone as "timeZone" from schools where id = $1`,
      [member.schoolId],
    );
    return row.timeZone;
  }
}
