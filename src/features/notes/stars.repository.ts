import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Star } from './star.entity.js';

@Injectable()
export class StarsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async put(member: Member, studentId: string): Promise<void> {
    const star = { membershipId: member.membershipId, studentId, schoolId: member.schoolId };
    await this.dataSource.transaction((manager) =>
      manager.createQueryBuilder().insert().into(Star).values(star).orIgnore().execute(),
    );
  }

  async remove(member: Member, studentId: string): Promise<void> {
    const star = { membershipId: member.membershipId, studentId, schoolId: member.schoolId };
    await this.dataSource.transaction((manager) => manager.delete(Star, star));
  }
}
