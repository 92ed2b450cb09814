import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { JsonText } from '../../http/json-text.js';
import { matchesNothing, rosterSearch } from './roster-search.js';
import type { RosterQuery } from './roster.dto.js';
import { RosterRepository } from './roster.repository.js';

const NOBODY = '{"students":[]}';

@Injectable()
export class RosterService {
  constructor(private readonly roster: RosterRepository) {}

  /** Every non-archived student of the school (specification section 4, roster rules). */
  async list(member: Member, query: RosterQuery): Promise<JsonText> {
    if (query.full === 'true') return new JsonText(await this.roster.findFull(member));
    const search = rosterSearch(query.q);
    if (matchesNothing(search)) return new JsonText(NOBODY);
    const graduationYear = query.graduationYear ?? null;
    return new JsonText(await this.roster.find(member, { search, graduationYear }));
  }
}
