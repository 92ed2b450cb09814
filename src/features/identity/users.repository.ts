import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from './user.entity.js';

@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The person with this email, made when missing; the unique key decides between two callers at once. */
  async insertOrGet(
    person: Pick<User, 'email' | 'emailVerifiedAt' | 'firstName' | 'lastName' | 'createdAt'>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ user: User; created: boolean }> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values(person)
      .orIgnore()
      .returning('id')
      .execute();
    const user = await manager.findOneByOrFail(User, { email: person.email });
    return { user, created: (inserted.raw as unknown[]).length > 0 };
  }

  findByEmail(email: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { email });
  }
}
