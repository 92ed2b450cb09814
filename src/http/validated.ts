import { Body, Query } from '@nestjs/common';
import { RequestValidation } from './validation.pipe.js';

/**
 * Where something of a request is taken for what a class says it is, it is checked (contract section 0, rule 6). A linter's
 * rule forbids Nest's own decorators for that. Ids in the path are checked by the guard. Not a pipe of all routes: Nest would
 * also pass through it what the guards have left for the handler, each of them in six asynchronous steps.
 */
const VALIDATION = new RequestValidation();

export const ValidQuery = () => Query(VALIDATION);

/** Of a body that was read: see `JsonBody`. */
export const ValidBody = () => Body(VALIDATION);
