import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { ConfirmationRound } from './confirmation-round.entity.js';

export type NewRound = Pick<ConfirmationRound, 'schoolId' | 'title' | 'message' | 'openedAt' | 'dueOn'>;

/** A round with how many members have confirmed in it. */
export interface RoundSummary extends Pick<
  ConfirmationRound,
  'id' | 'openedAt' | 'dueOn' | 'closedAt' | 'message'
> {
  confirmed: number;
}

@Injectable()
export class ConfirmationRoundsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of two at once the unique key of open rounds lets one in. @returns null where the school has an open round */
  async insertRound(manager: EntityManager, round: NewRound): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      `insert into confirmation_rounds (school_id, title, message, opened_at, due_on) values ($1, $2, $3, $4, $5)
       on conflict (school_id) where closed_at is null do nothing returning id`,
      [round.schoolId, round.title, round.message, round.openedAt, round.dueOn],
    );
    return row?.id ?? null;
  }

  /** Locks the open round of a school against closing and against another reminder; null where there is none. */
  async lockOpenRound(manager: EntityManager, schoolId: string): Promise<ConfirmationRound | null> {
    const where = { schoolId, closedAt: IsNull() };
    return manager.getRepository(ConfirmationRound).findOne({ where, lock: { mode: 'for_no_key_update' } });
  }

  async closeRound(manager: EntityManager, { schoolId, id }: ConfirmationRound, now: Date): Promise<void> {
    await manager.getRepository(ConfirmationRound).update({ schoolId, id }, { closedAt: now });
  }

  async markReminded(manager: EntityManager, { schoolId, id }: ConfirmationRound, now: Date): Promise<void> {
    await manager.getRepository(ConfirmationRound).update({ schoolId, id }, { lastReminderAt: now });
  }

  /** Every round of a school, newest first. */
  findRounds(schoolId: string): Promise<RoundSummary[]> {
    return this.dataSource.query<RoundSummary[]>(
      `select r.id, r.opened_at as "openedAt", r.due_on::text as "dueOn", r.closed_at as "closedAt", r.message,
         (select count(*)::int from confirmations c where c.school_id = r.school_id and c.round_id = r.id) as confirmed
       from confirmation_rounds r where r.school_id = $1 order by r.opened_at desc, r.id`,
      [schoolId],
    );
  }
}
