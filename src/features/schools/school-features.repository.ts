import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { isKept } from '../../access/kept-notification.js';
import { isMemberOfOrganization } from '../../access/organization-access.js';
import type { FeatureFlags } from '../../access/school-feature.js';
import { VIEWER, viewerParameters } from '../../access/viewer.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import { isDocumentNew } from '../documents/document-new.js';
import { isDocumentListed } from '../documents/document-visibility.js';
import { isNoticeRead } from '../notices/notice-read.js';
import { isNoticeListed } from '../notices/notice-visibility.js';
import { slipsOutstanding } from '../permission-slips/slips-outstanding.js';
import { isPollUnanswered } from '../polls/poll-visibility.js';
import { isSignupOpen } from '../signups/signup-visibility.js';

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
  select school.id, school.name, school.time_zone, school.locale, school.features,
    ${count(`notices n where ${isNoticeListed('n', VIEWER)} and not ${isNoticeRead('n', VIEWER)}`)} as notices_unread,
    ${count(`documents d where ${isDocumentListed('d', VIEWER)} and ${isDocumentNew('d', VIEWER)}`)} as documents_new,
    ${count(`polls p where ${isPollUnanswered('p', VIEWER)}`)} as polls_open,
    ${count(`signups s where ${isSignupOpen('s', VIEWER)}`)} as signups_open,
    ${count(`(${slipsOutstanding(VIEWER)}) waiting`)} as permission_slips_outstanding,
    ${count(`notifications n where n.membership_id = ${VIEWER.membership}::uuid and n.read_at is null
      and ${isKept('n', VIEWER.now)}`)} as notifications_unread,
    ${count(`organizations o where o.school_id = school.id and o.archived_at is null
      and ${isMemberOfOrganization('o', VIEWER)}`)} as organizations
  from schools school where school.id = $1`;

@Injectable()
export class SchoolFeaturesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip; null when the school was removed a moment ago. */
  async find(member: Member, now: Date): Promise<SchoolFeaturesRow | null> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<SchoolFeaturesRow>(this.dataSource, FEATURES, parameters);
    return row ?? null;
  }
}
