import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { JsonText } from '../../http/json-text.js';
import type { ReadyJson } from '../../http/ready-json.js';
import type { SeenAlong } from '../../snapshots/revision.js';
import { SnapshotsService } from '../../snapshots/snapshots.service.js';
import { matchesNothing, rosterSearch } from './roster-search.js';
import { FULL_ROSTER, FULL_ROSTER_OF_ADMINS, ROSTER } from './roster.snapshots.js';
import type { RosterQuery } from './roster.dto.js';
import { RosterRepository } from './roster.repository.js';

const NOBODY = '{"students":[]}';

@Injectable()
export class RosterService {
  constructor(
    private readonly roster: RosterRepository,
    private readonly snapshots: SnapshotsService,
  ) {}

  /** Every non-archived student of the school (specification section 4, roster rules). */
  async list(member: Member, query: RosterQuery, seen: SeenAlong): Promise<JsonText | ReadyJson> {
    if (query.full === 'true')
      return this.snapshots.read(member.isAdmin ? FULL_ROSTER_OF_ADMINS : FULL_ROSTER, member, seen);
    const search = rosterSearch(query.q);
    if (matchesNothing(search)) return new JsonText(NOBODY);
    const graduationYear = query.graduationYear ?? null;
    if (!search && graduationYear === null) return this.snapshots.read(ROSTER, member, seen);
    return new JsonText(await this.roster.find(member, { search, graduationYear }));
  }
}
