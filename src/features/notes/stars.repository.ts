import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Star } from './star.entity.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

@Injectable()
export class StarsRepository {
  constructor(private readonly transactions: Transactions) {}

  async putStar(member: Member, studentId: string): Promise<void> {
    const star = { membershipId: member.membershipId, studentId, schoolId: member.schoolId };
    await this.transactions.run((manager) =>
      manager.createQueryBuilder().insert().into(Star).values(star).orIgnore().execute(),
    );
  }

  async removeStar(member: Member, studentId: string): Promise<void> {
    const star = { membershipId: member.membershipId, studentId, schoolId: member.schoolId };
    await this.transactions.run((manager) => manager.getRepository(Star).delete(star));
  }
}
