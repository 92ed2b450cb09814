import { type AudienceViewer, VIEWER } from '../../policy/audience.js';
import { isDocumentVisible } from '../../policy/document-visibility.js';
import { goneAt, isEventRetained, isEventVisible } from '../../policy/event-visibility.js';
import { isNoticeVisible } from '../../policy/notice-visibility.js';
import { isNotificationRetained } from '../../policy/notification-visibility.js';
import { isOrganizationVisible } from '../../policy/organization-access.js';
import { isPollVisible } from '../../policy/poll-visibility.js';
import { isOnRoster } from '../../policy/present-people.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import { isSignupVisible } from '../../policy/signup-visibility.js';
import { isSlipVisible } from '../../policy/slip-visibility.js';
import type { ItemType } from './changes.dto.js';
import { EVENT_ID } from './effects.sql.js';

/** How it is asked whether a caller may read items of one type, and whether they could before. */
export interface ItemVisibility {
  /** Null for a type that is there whatever is turned off. */
  feature: SchoolFeature | null;
  /** SQL of (id, visible, "visibleBefore") for the items that are asked for: $1 to $4 the viewer, $5 the items (id, since). */
  sql: string;
  /** SQL: whether the caller may read a row that was addressed as one of the journal says. */
  wasVisible?: (state: string, viewer: AudienceViewer) => string;
}

/** Not each type asks for all of the viewer: PostgreSQL has to know what the parameters are. */
const TYPED = `viewer as (select $1::uuid, $2::uuid, $3::boolean, $4::timestamptz)`;

const QUERIED = `with ${TYPED}, asked as materialized (
    select id, since from jsonb_to_recordset($5) as given(id text, since timestamptz))`;

const at = (moment: string): AudienceViewer => ({ ...VIEWER, now: moment });

/** True when the condition holds at the first moment, or at one of the others that lies between it and the end. */
const isEver = (
  { since, until, moments }: { since: string; until: string; moments: string[] },
  condition: (viewer: AudienceViewer) => string,
): string => `
  exists (select from unnest(array[${[since, ...moments].join(', ')}]::timestamptz[]) as looked(moment)
    where looked.moment >= ${since} and (looked.moment < ${until} or looked.moment = ${since}) and ${condition(at('looked.moment'))})`;

interface Published {
  table: string;
  feature: SchoolFeature;
  id?: string;
  visible: (item: string, viewer: AudienceViewer) => string;
  /** Moments at which the caller may begin or cease to read it. */
  moments: string[];
  wasVisible?: (state: string, viewer: AudienceViewer) => string;
}

function published({
  table,
  feature,
  id = 'e.id::text',
  visible,
  moments,
  wasVisible,
}: Published): ItemVisibility {
  const isVisible = (viewer: AudienceViewer): string => `coalesce(${visible('e', viewer)}, false)`;
  return {
    feature,
    wasVisible: wasVisible ?? visible,
    sql: `${QUERIED}
      select asked.id, ${isVisible(VIEWER)} as visible,
        ${isEver({ since: 'asked.since', until: '$4::timestamptz', moments }, isVisible)} as "visibleBefore"
      from asked join ${table} e on e.school_id = $1 and ${id} = asked.id`,
  };
}

const isInSchool = (item: string, { school }: AudienceViewer): string =>
  `${item}.school_id = ${school}::uuid`;

/** Everyone in the school reads it until it is archived. */
const archived = (
  table: string,
  {
    feature = null,
    visible = (item: string) => `${item}.archived_at is null`,
  }: Partial<{
    feature: SchoolFeature | null;
    visible: (item: string) => string;
  }> = {},
): ItemVisibility => ({
  feature,
  sql: `${QUERIED}
    select asked.id, ${visible('e')} as visible, e.archived_at > asked.since as "visibleBefore"
    from asked join ${table} e on e.school_id = $1 and e.id = asked.id::uuid`,
});

/** It is there or it is not, and everyone in the school reads it. */
const present = (table: string, feature: SchoolFeature | null = null): ItemVisibility => ({
  feature,
  sql: `${QUERIED} select asked.id, e.id is not null as visible, e.id is null as "visibleBefore"
    from asked left join ${table} e on e.school_id = $1 and e.id = asked.id::uuid`,
});

const DOCUMENTS = published({
  ...{ table: 'documents', feature: 'document_library', visible: isDocumentVisible, moments: [] },
});

const always = (): ItemVisibility => ({
  feature: null,
  sql: `${QUERIED} select asked.id, true as visible, true as "visibleBefore" from asked`,
});

export const ITEM_VISIBILITY: Record<ItemType, ItemVisibility> = {
  student: archived('students', { visible: isOnRoster }),
  staff_member: archived('staff_members', { feature: 'staff_directory' }),
  organization: archived('organizations', { visible: (item) => isOrganizationVisible(item, VIEWER.admin) }),
  organization_roster: archived('organizations', {
    visible: (item) => isOrganizationVisible(item, VIEWER.admin),
  }),
  event: published({
    ...{ table: 'events', feature: 'calendar', id: EVENT_ID },
    visible: (item, viewer) => `(${isEventVisible(item, viewer)} and ${isEventRetained(item, viewer.now)})`,
    moments: [goneAt('e')],
    wasVisible: (state, viewer) => `(${isInSchool(state, viewer)} and ${isEventVisible(state, viewer)})`,
  }),
  series: published({
    ...{ table: 'event_series', feature: 'calendar', visible: isEventVisible, moments: [] },
  }),
  notice: published({
    ...{ table: 'notices', feature: 'notices', visible: isNoticeVisible },
    moments: ['e.starts_at', 'e.expires_at'],
  }),
  document: {
    ...DOCUMENTS,
    sql: `${DOCUMENTS.sql} union all
      select asked.id, exists (select from school_details about where about.school_id = $1),
        not exists (select from school_details about where about.school_id = $1)
      from asked where asked.id = 'school-details'`,
  },
  poll: published({
    ...{ table: 'polls', feature: 'polls', visible: isPollVisible },
    moments: ['e.opens_at'],
  }),
  signup: published({
    ...{ table: 'signups', feature: 'signups', visible: isSignupVisible },
    moments: ['e.opens_at', 'e.visible_until'],
  }),
  permission_slip: published({
    ...{ table: 'permission_slips', feature: 'signups', visible: isSlipVisible },
    moments: ['e.opens_at', 'e.visible_until'],
  }),
  menu: present('menu_entries', 'lunch_menus'),
  category: present('categories'),
  list: {
    feature: null,
    sql: `${QUERIED} select asked.id, e.id is not null as visible, false as "visibleBefore"
      from asked left join lists e on e.school_id = $1 and e.id = asked.id::uuid and e.owner_membership_id = $2`,
  },
  note: {
    feature: null,
    sql: `${QUERIED} select asked.id, e.student_id is not null and s.id is not null as visible,
        e.student_id is null or s.id is null as "visibleBefore"
      from asked
      left join notes e on e.school_id = $1 and e.student_id = asked.id::uuid and e.author_membership_id = $2
      left join students s on s.school_id = $1 and s.id = asked.id::uuid and ${isOnRoster('s')}`,
  },
  notification: {
    feature: null,
    sql: `${QUERIED} select asked.id, e.id is not null as visible, e.id is null as "visibleBefore"
      from asked left join notifications e on e.school_id = $1 and e.id = asked.id::uuid and e.membership_id = $2
        and ${isNotificationRetained('e', '$4')}`,
  },
  features: always(),
  me: always(),
};

/**
 * SQL of the items that the caller could read as they were before, between two moments: $1 to $4 the viewer, $5 rows of what the
 * journal says of them.
 */
export const couldRead = (wasVisible: (state: string, viewer: AudienceViewer) => string): string => `
  with ${TYPED} select distinct state.id from (
    select given.*, given.opens_at as starts_at, given.visible_until as expires_at, null::timestamptz as deleted_at,
      $1::uuid as school_id
    from jsonb_to_recordset($5) as given(id text, since timestamptz, until timestamptz, organization_id uuid,
      audience_type text, audience_years int[], audience_organization_ids uuid[], opens_at timestamptz,
      visible_until timestamptz)) state
  where ${isEver(
    { since: 'state.since', until: 'state.until', moments: ['state.opens_at', 'state.visible_until'] },
    (viewer) => wasVisible('state', viewer),
  )}`;
