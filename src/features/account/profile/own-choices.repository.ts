import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HIDES_CONTACT, type ProfileVisibility } from '../../../policy/privacy-mask.js';

/** Choices of a person on their account, which hold in schools that they join later. */
@Injectable()
export class OwnChoicesRepository {
  async setVisibility(manager: EntityManager, userId: string, visibility: ProfileVisibility): Promise<void> {
    await manager.query(
      `update users set profile_visibility = $2, visibility_chosen = true
       where id = $1 and (profile_visibility <> $2 or not visibility_chosen)`,
      [userId, visibility],
    );
  }

  async setAddressVisibility(manager: EntityManager, userId: string, visible: boolean): Promise<void> {
    await manager.query(
      `update users set hides_address = not $2, address_chosen = true
       where id = $1 and (hides_address = $2 or not address_chosen)`,
      [userId, visible],
    );
  }

  /** Whether the person has chosen to hide their contact; what a school hides by default is no choice. */
  async hidesContact(manager: EntityManager, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`select from users u where u.id = $1 and ${HIDES_CONTACT}`, [
      userId,
    ]);
    return rows.length > 0;
  }
}
