import { isManagedBy } from '../../access/audience.js';
import { VIEWER } from '../../access/viewer.js';
import { isTurnedOn } from '../../access/school-feature.js';
import { utcText } from '../../database/utc-text.js';
import { shownItem, withItem } from '../publishing/shown-item.js';
import { isNoticeListed, isNoticeShown } from './notice-visibility.js';

const NOTICE = `
  n.id, n.title, n.body, ${utcText('n.starts_at')} as starts_at, ${utcText('n.expires_at')} as expires_at, n.pinned,
  exists (select from notice_readings reading
    where reading.membership_id = $2 and reading.notice_id = n.id) as read,
  ${shownItem('n', 'notice')}`;

export const NOTICES = `
  select '{"notices":' || coalesce(json_agg(notice), '[]')::text || '}' as text from (
    select ${NOTICE} from notices n ${withItem('n')}
    where ${isNoticeListed('n', VIEWER)}
    order by n.pinned desc, n.starts_at desc, n.id) notice`;

/** $5, after the viewer's parameters. */
export const SEEN_NOTICE = `
  select ${NOTICE}, ${isManagedBy('n', VIEWER)} as managed
  from notices n ${withItem('n')}
  where n.id = $5 and ${isNoticeShown('n', VIEWER)}`;

/** Once; a notice or a member that is gone meanwhile is not read. */
export const READ = `
  insert into notice_readings (membership_id, notice_id, school_id, read_at)
  select m.id, n.id, n.school_id, $3 from memberships m, notices n where m.id = $1 and n.id = $2
  for key share on conflict do nothing`;

/** Whoever makes this change sends the alert. While the school has turned notices off, it waits for the job. */
export const ALERT = `
  update notices n set alerted_at = $2
  from schools school
  where n.id = $1 and n.alerted_at is null and n.starts_at <= $2 and n.expires_at > $2
    and school.id = n.school_id and ${isTurnedOn('school', 'notices')}`;
