import type { AudienceViewer } from '../../access/audience.js';

/** True once the member has read a row of `notices`. */
export const isNoticeRead = (notice: string, { membership }: AudienceViewer): string =>
  `exists (select from notice_readings reading
    where reading.notice_id = ${notice}.id and reading.membership_id = ${membership}::uuid)`;
