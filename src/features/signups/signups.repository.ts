import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';
import { isSignupListed } from '../../policy/signup-visibility.js';
import type { SignupDetail } from './signup.dto.js';
import { SIGNUP_COUNTS, SIGNUP_DETAIL, SIGNUP_SUMMARY } from './signups.sql.js';

const SIGNUPS = `
  select json_build_object('signups', coalesce(json_agg(one), '[]'))::text as text from (
    select ${SIGNUP_SUMMARY} from signups s ${SIGNUP_COUNTS} where ${isSignupListed('s', VIEWER)}
    order by closed, s.closes_at nulls last, s.title collate "und-x-icu", s.id) one`;

/** $5: its id. */
const FIND_SIGNUP = `
  select ${SIGNUP_DETAIL} from signups s ${SIGNUP_COUNTS}
  where s.school_id = $1 and s.id = $5 and ${isSignupListed('s', VIEWER)}`;

@Injectable()
export class SignupsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The sign-ups as text that the database has written: one round trip, no entities. */
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
    const [row] = await queryPrepared<SignupDetail>(manager, FIND_SIGNUP, parameters);
    return row ?? null;
  }
}
