import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  ENDED,
  LIFT,
  LOCK_MEMBERS,
  RECORDS_OF_PERSON,
  RESTRICT,
  UNRESTRICTED_ELSEWHERE,
} from './guardian-restrictions.sql.js';

/** A record of a guardian, and the restriction that it has. */
export interface RestrictableRecord {
  id: string;
  studentId: string;
  restricted: boolean;
  /** Last day at the school; null without an end. */
  until: string | null;
  reason: string | null;
}

export interface AffectedMember {
  membershipId: string;
  userId: string;
  email: string;
}

/** Rows of guardians, as far as they are kept apart from their student. */
@Injectable()
export class GuardianRestrictionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All records of the person for the student, by one of them. */
  findRecords(manager: EntityManager, schoolId: string, guardianId: string): Promise<RestrictableRecord[]> {
    return manager.query(RECORDS_OF_PERSON, [schoolId, guardianId]);
  }

  async restrictRecords(
    manager: EntityManager,
    schoolId: string,
    ids: string[],
    { until, reason, now }: { until: string | null; reason: string | null; now: Date },
  ): Promise<void> {
    await manager.query(RESTRICT, [schoolId, ids, now, until, reason]);
  }

  /** @returns the records that were restricted */
  async liftRecords(
    manager: EntityManager,
    schoolId: string,
    guardianId: string,
  ): Promise<{ id: string; studentId: string }[]> {
    const [lifted] = await manager.query<[{ id: string; studentId: string }[], number]>(LIFT, [
      schoolId,
      guardianId,
    ]);
    return lifted;
  }

  /** Members who are linked to the records or have proven their address. */
  lockMembers(manager: EntityManager, schoolId: string, ids: string[]): Promise<AffectedMember[]> {
    return manager.query(LOCK_MEMBERS, [schoolId, ids]);
  }

  /** A record of each restriction whose last day is over. */
  async findEnded(manager: EntityManager, schoolId: string, now: Date): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(ENDED, [schoolId, now]);
    return rows.map(({ id }) => id);
  }

  /** Short names of other schools that have the person for the student without a restriction. */
  async findUnrestrictedElsewhere(
    schoolId: string,
    studentId: string,
    guardianId: string,
  ): Promise<string[]> {
    const rows = await this.dataSource.query<{ shortName: string }[]>(UNRESTRICTED_ELSEWHERE, [
      schoolId,
      studentId,
      guardianId,
    ]);
    return rows.map(({ shortName }) => shortName);
  }
}
