import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import type { Disclosed } from './access-log-subject.js';
import { AccessLogGuard, DISCLOSES, type Params } from './access-log.guard.js';

/**
 * On a handler whose answer shows contact or address data: the read is recorded for the families concerned.
 * @param findDisclosed what this answer really showed, of what the handler returned (before it becomes text), of the query and of the path.
 *   The reader's own data may be among it: that is left out when it is recorded.
 */
export const LogsAccess = <Answer, Query>(
  findDisclosed: (answer: Answer, query: Query, params: Params) => Disclosed,
) => applyDecorators(SetMetadata(DISCLOSES, findDisclosed), UseGuards(AccessLogGuard));
