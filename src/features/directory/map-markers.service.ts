import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { NotFoundError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import type { MapMarkersQuery } from './map-markers.dto.js';
import { MapMarkersRepository } from './map-markers.repository.js';

@Injectable()
export class MapMarkersService {
  constructor(private readonly markers: MapMarkersRepository) {}

  /**
   * Geocoded students that the caller may place on a map (specification section 4, map marker rules).
   * @throws NotFoundError for an organization or a list that is not there for the caller
   */
  async list(member: Member, query: MapMarkersQuery): Promise<JsonText> {
    // No school has lists yet: every id is an unknown one.
    if (query.list !== undefined) throw new NotFoundError();
    // PostgreSQL cannot hold a NUL, so no organization is called by one.
    if (query.org?.includes('\0')) throw new NotFoundError();
    const filter = { starredOnly: Boolean(query.starred), organization: query.org ?? null };
    const text = await this.markers.find(member, filter);
    if (text === null) throw new NotFoundError();
    return new JsonText(text);
  }
}
