import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FeatureFlags } from '../../policy/school-feature.js';
import type { Member } from '../../platform/auth/caller.js';
import { isNotificationRetained } from '../../policy/notification-visibility.js';
import { isMemberOfOrganization } from '../../policy/organization-access.js';
import { FIND_VIEWER, FOUND_VIEWER, VIEWER, viewerParameters } from '../../policy/audience.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { isDocumentListed, isDocumentNew } from '../../policy/document-visibility.js';
import { isNoticeListed, isNoticeRead } from '../../policy/notice-visibility.js';
import { slipTodo } from '../../policy/slip-todo.js';
import { isPollUnanswered } from '../../policy/poll-visibility.js';
import { isSignupUnclaimed } from '../../policy/signup-visibility.js';

export interface SchoolFeaturesRow {
  id: string;
  name: string;
  time_zone: string;
  locale: string;
  features: Partial<FeatureFlags>;
  /** Whatever is turned off. */
  notices_unread: number;
  documents_new: number;
  polls_open: number;
  signups_open: number;
  /** 0 while sign-ups are turned off. */
  permission_slips_outstanding: number;
  notifications_unread: number;
  /** The caller's own, without archived ones. */
  organizations: number;
}

const count = (rows: string): string => `(select count(*)::int from ${rows})`;

/** By the conditions of the lists that they stand beside (contract section 8). */
const FEATURES = `
  with ${FIND_VIEWER}
  select school.id, school.name, school.time_zone, school.locale, school.features,
    ${count(`notices n where ${isNoticeListed('n', FOUND_VIEWER)} and not ${isNoticeRead('n', FOUND_VIEWER)}`)} as notices_unread,
    ${count(`documents d where ${isDocumentListed('d', FOUND_VIEWER)} and ${isDocumentNew('d', FOUND_VIEWER)}`)} as documents_new,
    ${count(`polls p where ${isPollUnanswered('p', FOUND_VIEWER)}`)} as polls_open,
    ${count(`signups s where ${isSignupUnclaimed('s', FOUND_VIEWER)}`)} as signups_open,
    ${count(`(${slipTodo(FOUND_VIEWER)}) waiting`)} as permission_slips_outstanding,
    ${count(`notifications n where n.school_id = school.id and n.membership_id = ${VIEWER.membership}::uuid and n.read_at is null
      and ${isNotificationRetained('n', VIEWER.now)}`)} as notifications_unread,
    ${count(`organizations o where o.school_id = school.id and o.archived_at is null
      and ${isMemberOfOrganization('o', VIEWER)}`)} as organizations
  from schools school where school.id = $1`;

@Injectable()
export class SchoolFeaturesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip; null when the school was removed a moment ago. */
  async findFeatures(member: Member, now: Date): Promise<SchoolFeaturesRow | null> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<SchoolFeaturesRow>(this.dataSource, FEATURES, parameters);
    return row ?? null;
  }
}
