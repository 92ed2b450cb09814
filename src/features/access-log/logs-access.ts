import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import type { LoggedAccess } from './access-log-subject.js';
import { AccessLogGuard, LOGGED_ACCESS, type Params } from './access-log.guard.js';

/**
 * On a handler whose answer shows contact or address data: the read is recorded for the families concerned.
 * @param findLoggedAccess what this answer really showed, of what the handler returned (before it becomes text), of the query and of the path.
 *   The reader's own data may be among it: that is left out when it is recorded.
 */
export const LogsAccess = <Answer, Query>(
  findLoggedAccess: (answer: Answer, query: Query, params: Params) => LoggedAccess,
) => applyDecorators(SetMetadata(LOGGED_ACCESS, findLoggedAccess), UseGuards(AccessLogGuard));
