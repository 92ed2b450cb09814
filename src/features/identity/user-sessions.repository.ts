import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UserSession } from './user-session.entity.js';

@Injectable()
export class UserSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the id of the new session */
  async open(
    session: Pick<UserSession, 'userId' | 'secondStepPending' | 'createdAt' | 'expiresAt'>,
  ): Promise<string> {
    const { manager } = this.dataSource;
    const { id } = await manager.save(manager.create(UserSession, { ...session, revokedAt: null }));
    return id;
  }
}
