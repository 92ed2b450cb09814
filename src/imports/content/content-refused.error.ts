import { CommandRefusedError } from '../../platform/errors/operator.error.js';

/** The file as a whole cannot be read; nothing of it was taken. */
export class ContentRefusedError extends CommandRefusedError {}
