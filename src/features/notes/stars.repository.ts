import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Star } from './star.entity.js';

const starOf = ({ schoolId, membershipId }: Member, studentId: string): Star => ({
  schoolId,
  membershipId,
  studentId,
});

@Injectable()
export class StarsRepository {
  /** @returns false when it was there */
  async putStar(manager: EntityManager, member: Member, studentId: string): Promise<boolean> {
    const insert = manager.createQueryBuilder().insert().into(Star).values(starOf(member, studentId));
    const inserted = await insert.orIgnore().returning('student_id').execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  /** @returns false when there was none */
  async removeStar(manager: EntityManager, member: Member, studentId: string): Promise<boolean> {
    const { affected } = await manager.getRepository(Star).delete({ ...starOf(member, studentId) });
    return affected === 1;
  }
}
