import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { viewerParameters } from '../../access/viewer.js';
import type { MemberChange } from '../../database/member-change.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { ChosenAnswer, Choices } from './poll-answers.js';
import type { PollDetail } from './poll.dto.js';
import { ASKED, HOLD, POLLS, RESPOND, SEEN_POLL } from './polls.sql.js';

/** What decides whether a response is taken. */
export interface AskedPoll {
  opened: boolean;
  /** To the caller. */
  addressed: boolean;
  closed: boolean;
  /** UTC: when the caller responded, if they have. */
  responded_at: string | null;
  choices: Choices;
}

@Injectable()
export class PollsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. */
  async findListed(member: Member, now: Date): Promise<string> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, POLLS, parameters);
    return row!.text;
  }

  /** In the shape of the answer, in one round trip; null when it is not there for the caller. */
  async findSeen(member: Member, pollId: string, now: Date): Promise<PollDetail | null> {
    const parameters = [...viewerParameters(member, now), pollId];
    const [row] = await queryPrepared<PollDetail>(this.dataSource, SEEN_POLL, parameters);
    return row ?? null;
  }

  /** It stays as it is until the transaction ends. */
  async hold({ manager }: Pick<MemberChange, 'manager'>, pollId: string): Promise<void> {
    await manager.query(HOLD, [pollId]);
  }

  async findAsked({ manager, member, now }: MemberChange, pollId: string): Promise<AskedPoll | null> {
    const [row] = await manager.query<AskedPoll[]>(ASKED, [...viewerParameters(member, now), pollId]);
    return row ?? null;
  }

  /** @returns false when the person has responded already */
  async insertResponse(
    { manager, member, now }: MemberChange,
    pollId: string,
    answers: ChosenAnswer[],
  ): Promise<boolean> {
    const parameters = [member.schoolId, pollId, member.userId, now, JSON.stringify(answers)];
    return (await manager.query<unknown[]>(RESPOND, parameters)).length > 0;
  }
}
