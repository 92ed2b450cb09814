import { VIEWER } from '../../policy/audience.js';
import { isAcknowledgementDue, isNoticeVisible } from '../../policy/notice-visibility.js';
import { isMailedAlert, mailedAttachments, RECIPIENT, whenOpen } from '../alerts/alert-audience.js';
import type { AlertKind, NotifiedItems } from '../alerts/alert-kinds.js';
import { isTarget, ofSchool, reasonWhenHiddenOrOver } from '../alerts/notifications/notification-targets.js';

const CREATED: AlertKind = { kind: 'notice_created', schedule: whenOpen('starts_at', 'expires_at') };

/** A manager sends it; it repeats the text that is to be acknowledged. */
const REMINDER: AlertKind = { kind: 'notice_reminder', concerns: isAcknowledgementDue };

const AVAILABILITY = `
  select item.organization_id, ${reasonWhenHiddenOrOver(isNoticeVisible('item', VIEWER), 'expires_at')} as hidden
  from notices item where ${isTarget('notice')}`;

const CONTENT = `
  select 'notice' as type, 'notices' as feature, notice.id::text, notice.title, notice.body as html, notice.organization_id,
    notice.created_by_membership_id as author_id, notice.starts_at as since, notice.expires_at as until,
    ${mailedAttachments('notice')} as attachments, null::json as claims,
    notice.urgent as urgent, notice.reply_to_author as replies,
    case when ${isAcknowledgementDue('notice', RECIPIENT)}
      then json_build_object('noticeId', notice.id, 'version', notice.acknowledge_version) end as asks
  from notices notice
  where ${isMailedAlert('notice', [CREATED, REMINDER])} and notice.starts_at <= $2 and notice.expires_at > $2`;

export const NOTICE_ALERTS: NotifiedItems = {
  target: { feature: 'notices', path: ofSchool('notices'), availability: AVAILABILITY },
  alerts: {
    table: 'notices',
    feature: 'notices',
    author: 'item.created_by_membership_id',
    kinds: [CREATED, REMINDER],
    contents: [CONTENT],
  },
};
