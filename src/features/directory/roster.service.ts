import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { type PreparedJson, SerializedJson } from '../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../platform/cache/snapshots.service.js';
import { matchesNothing, rosterSearch } from './roster-student.js';
import {
  FULL_ROSTER,
  FULL_ROSTER_OF_ADMINS,
  ownNotes,
  ROSTER,
  type SeenWithRoster,
} from './roster.snapshots.js';
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
  async list(
    member: Member,
    query: RosterQuery,
    seen: SeenWithRoster,
  ): Promise<SerializedJson | PreparedJson> {
    const { revision } = seen;
    if (query.full === 'true') {
      const kind = member.isAdmin ? FULL_ROSTER_OF_ADMINS : FULL_ROSTER;
      return this.snapshots.read(kind, member, { revision, own: ownNotes(seen) });
    }
    const search = rosterSearch(query.q);
    if (matchesNothing(search)) return new SerializedJson(NOBODY);
    const graduationYear = query.graduationYear ?? null;
    if (!search && graduationYear === null) return this.snapshots.read(ROSTER, member, { revision });
    return new SerializedJson(await this.roster.find(member, { search, graduationYear }));
  }
}
