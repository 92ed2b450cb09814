import { SetMetadata, UseGuards, applyDecorators } from '@nestjs/common';
import type { Shown } from './disclosed-subject.js';
import { DISCLOSES, DisclosureGuard } from './disclosure.guard.js';

/**
 * On a handler whose answer shows contact or address data: the read is recorded for the families concerned.
 * @param shown what this answer really showed, of what the handler returned (before it becomes text) and of the query.
 *   The reader's own data may be among it: that is left out when it is recorded.
 */
export const Discloses = <Answer, Query>(shown: (answer: Answer, query: Query) => Shown) =>
  applyDecorators(SetMetadata(DISCLOSES, shown), UseGuards(DisclosureGuard));
