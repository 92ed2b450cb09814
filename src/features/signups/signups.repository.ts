import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { viewerParameters } from '../../access/viewer.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { SignupDetail } from './signup.dto.js';
import { SIGNUP_DETAIL, SIGNUPS } from './signups.sql.js';

@Injectable()
export class SignupsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. */
  async findListed(member: Member, now: Date): Promise<string> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, SIGNUPS, parameters);
    return row!.text;
  }

  /** Null when it is not there for the caller. */
  async findDetail(
    member: Member,
    signupId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SignupDetail | null> {
    const parameters = [...viewerParameters(member, now), signupId];
    const [row] = await queryPrepared<SignupDetail>(manager, SIGNUP_DETAIL, parameters);
    return row ?? null;
  }
}
