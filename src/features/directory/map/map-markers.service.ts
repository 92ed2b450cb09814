import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { type PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { SnapshotsService } from '../../../platform/cache/snapshots.service.js';
import { asArray } from '../../../policy/guardian-restriction.js';
import type { MapMarkersQuery } from './map-markers.dto.js';
import { MapMarkersRepository } from './map-markers.repository.js';
import {
  MAP_MARKERS,
  MAP_MARKERS_OF_ADMINS,
  MAP_MARKERS_OF_THE_RESTRICTED,
  ownMarkers,
  type MarkersContext,
} from './map-markers.snapshots.js';

@Injectable()
export class MapMarkersService {
  constructor(
    private readonly markers: MapMarkersRepository,
    private readonly snapshots: SnapshotsService,
  ) {}

  /**
   * Geocoded students that the caller may place on a map (specification section 4, map marker rules).
   * @throws NotFoundError for an organization or a list that is not there for the caller
   */
  async list(
    member: Member,
    query: MapMarkersQuery,
    prefetched: MarkersContext,
  ): Promise<SerializedJson | PreparedJson> {
    if (query.org === undefined && query.list === undefined && !query.starred) {
      return this.snapshots.read(kindFor(member), member, {
        revision: prefetched.revision,
        own: ownMarkers(prefetched),
      });
    }
    if (query.list !== undefined && !isUuid(query.list)) throw new NotFoundError();
    // PostgreSQL cannot hold a NUL, so no organization is called by one.
    if (query.org?.includes('\0')) throw new NotFoundError();
    const filter = {
      starredOnly: Boolean(query.starred),
      listId: query.list ?? null,
      organization: query.org ?? null,
    };
    const text = await this.markers.findMarkers(member, filter);
    if (text === null) throw new NotFoundError();
    return new SerializedJson(text);
  }
}

function kindFor(member: Member) {
  if (member.restrictedStudentIds.length > 0)
    return {
      ...MAP_MARKERS_OF_THE_RESTRICTED,
      parameters: [asArray(member.restrictedStudentIds), member.membershipId],
    };
  return member.isAdmin ? MAP_MARKERS_OF_ADMINS : MAP_MARKERS;
}
