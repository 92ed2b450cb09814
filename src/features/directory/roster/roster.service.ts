import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { type PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../../platform/cache/snapshots.service.js';
import { rosterSearch, searchedIn } from './roster-search.js';
import {
  FULL_ROSTER,
  FULL_ROSTER_OF_ADMINS,
  ownNotes,
  ROSTER,
  SEARCHED,
  type RosterContext,
} from './roster.snapshots.js';
import type { RosterQuery } from './roster.dto.js';

const NOBODY = '{"students":[]}';

@Injectable()
export class RosterService {
  constructor(private readonly snapshots: SnapshotsService) {}

  /** Every non-archived student of the school (specification section 4, roster rules). */
  async list(
    member: Member,
    query: RosterQuery,
    prefetched: RosterContext,
  ): Promise<SerializedJson | PreparedJson> {
    const { revision } = prefetched;
    if (query.full === 'true') {
      const kind = member.isAdmin ? FULL_ROSTER_OF_ADMINS : FULL_ROSTER;
      return this.snapshots.read(kind, member, { revision, own: ownNotes(prefetched) });
    }
    const search = rosterSearch(query.q);
    const graduationYear = query.graduationYear ?? null;
    if (!search && graduationYear === null) return this.snapshots.read(ROSTER, member, { revision });
    if (search?.pieces.length === 0) return new SerializedJson(NOBODY);
    const roster = searchedIn(await this.snapshots.read(SEARCHED, member, { revision }));
    const by = { isAdmin: member.isAdmin, students: prefetched.students ?? [] };
    return roster.find({ search, graduationYear }, by);
  }
}
