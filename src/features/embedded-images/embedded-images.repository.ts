import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';

@Injectable()
export class EmbeddedImagesRepository {
  /** @returns how many of them are there */
  async use(manager: EntityManager, { schoolId }: Member, ids: string[], now: Date): Promise<number> {
    const [, used] = await manager.query<[unknown, number]>(
      `update embedded_images set unused_since = null
       where school_id = $1 and id = any($2::uuid[])
         and (unused_since is null or unused_since > $3::timestamptz - interval '1 day')`,
      [schoolId, ids, now],
    );
    return used;
  }
}
