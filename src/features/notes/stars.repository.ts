import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Star } from './star.entity.js';

@Injectable()
export class StarsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async putStar(member: Member, studentId: string): Promise<void> {
    const star = { membershipId: member.membershipId, studentId, schoolId: member.schoolId };
    await this.dataSource.transaction((manager) =>
      manager.createQueryBuilder().insert().into(Star).values(star).orIgnore().execute(),
    );
  }

  async removeStar(member: Member, studentId: string): Promise<void> {
    const star = { membershipId: member.membershipId, studentId, schoolId: member.schoolId };
    await this.dataSource.transaction((manager) => manager.delete(Star, star));
  }
}
