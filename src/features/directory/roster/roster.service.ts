import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { type PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../../platform/cache/snapshots.service.js';
import type { SnapshotKind } from '../../../platform/cache/snapshot-kind.js';
import { rosterSearch, searchedIn } from './roster-search.js';
import {
  FULL_ROSTER_OF_ADMINS,
  FULL_ROSTER,
  FULL_ROSTER_OF_THE_RESTRICTED,
  ownNotes,
  type RosterContext,
  ROSTER,
  ROSTER_OF_THE_RESTRICTED,
  SEARCHED,
  SEARCHED_OF_THE_RESTRICTED,
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
      const kind = member.isAdmin
        ? FULL_ROSTER_OF_ADMINS
        : kindFor(member, FULL_ROSTER, FULL_ROSTER_OF_THE_RESTRICTED);
      return this.snapshots.read(kind, member, { revision, own: ownNotes(prefetched) });
    }
    const search = rosterSearch(query.q);
    const graduationYear = query.graduationYear ?? null;
    if (!search && graduationYear === null)
      return this.snapshots.read(kindFor(member, ROSTER, ROSTER_OF_THE_RESTRICTED), member, { revision });
    if (search?.pieces.length === 0) return new SerializedJson(NOBODY);
    const roster = searchedIn(
      await this.snapshots.read(kindFor(member, SEARCHED, SEARCHED_OF_THE_RESTRICTED), member, { revision }),
    );
    const by = { isAdmin: member.isAdmin, students: prefetched.students ?? [] };
    return roster.find({ search, graduationYear }, by);
  }
}

/** What is cached for all readers at once is not for whoever is kept apart from somebody. */
const kindFor = <Row>(
  { keptApart, membershipId }: Member,
  shared: SnapshotKind<Row>,
  own: SnapshotKind<Row>,
): SnapshotKind<Row> => (keptApart.length > 0 ? { ...own, parameters: [membershipId] } : shared);
