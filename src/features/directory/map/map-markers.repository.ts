import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { isOrganizationVisible } from '../../../policy/organization-access.js';
import { addressVisible, isOwn, READER, readerParameters } from '../../../policy/privacy-mask.js';
import { isOwnList, studentsOnList } from '../../../policy/list-visibility.js';
import { starsBy } from '../../../policy/own-notes.js';
import { fullName, inNameOrder, schoolLocale } from '../../../policy/name-order.js';
import type { MapMarker } from './map-markers.dto.js';
import { STUDENT_SORT_KEY } from '../roster/roster-student.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';

/** The organization of the school that $6 names. */
const ORGANIZATION = `organizations o where o.school_id = $1 and o.short_name = $6`;

/** Null unless the list is the caller's own and the organization there for them, where one is asked for. */
const MARKERS = `
  select case when ($5::uuid is null
        or ${isOwnList('$5', READER)})
      and ($6::text is null or exists (select from ${ORGANIZATION} and ${isOrganizationVisible('o', READER.admin)}))
    then coalesce(json_agg(marker), '[]') end as markers, ${schoolLocale('$1')} as locale from (
    select s.id as student_id, s.first_name, s.last_name, ${fullName('s')} as name, ${STUDENT_SORT_KEY} as sort_key,
      s.graduation_year, s.latitude, s.longitude, ${isOwn('s', READER)} as is_own,
      star.student_id is not null as starred
    from students s
    left join ${starsBy(READER)} star on star.student_id = s.id
    where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
      and ${addressVisible('s', READER)}
      and (not $4::boolean or star.student_id is not null)
      and ($5::uuid is null or s.id in ${studentsOnList('$5', '$1')})
      and ($6::text is null or s.id in (select enrolled.student_id from organization_students enrolled
        where enrolled.school_id = $1 and enrolled.organization_id = (select o.id from ${ORGANIZATION})))
  ) marker`;

export interface MapFilter {
  starredOnly: boolean;
  /** Null: whatever list they are on. */
  listId: string | null;
  /** Short name; null: whatever organization they are in. */
  organization: string | null;
}

@Injectable()
export class MapMarkersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The markers as text; one round trip, no entities. Null when the list is none of the caller's, or the organization not
   * there for them.
   */
  async findMarkers(member: Member, filter: MapFilter): Promise<string | null> {
    const [row] = await queryPrepared<{ markers: MapMarker[] | null; locale: string }>(
      this.dataSource,
      MARKERS,
      [...readerParameters(member), filter.starredOnly, filter.listId, filter.organization],
    );
    const { markers, locale } = row!;
    return markers && JSON.stringify({ markers: inNameOrder(markers, locale) });
  }
}
