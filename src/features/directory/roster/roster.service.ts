import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { type PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../../platform/cache/snapshots.service.js';
import { rosterSearch, searchedIn } from './roster-search.js';
import {
  fullRosterFor,
  ownNotes,
  type RosterContext,
  rosterFor,
  searchedRosterFor,
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
      return this.snapshots.read(fullRosterFor(member), member, { revision, own: ownNotes(prefetched) });
    }
    const search = rosterSearch(query.q);
    const graduationYear = query.graduationYear ?? null;
    if (!search && graduationYear === null)
      return this.snapshots.read(rosterFor(member), member, { revision });
    if (search?.pieces.length === 0) return new SerializedJson(NOBODY);
    const roster = searchedIn(await this.snapshots.read(searchedRosterFor(member), member, { revision }));
    const by = { isAdmin: member.isAdmin, students: prefetched.students ?? [] };
    return roster.find({ search, graduationYear }, by);
  }
}
