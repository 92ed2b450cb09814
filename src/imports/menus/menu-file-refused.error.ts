import { CommandRefusedError } from '../../errors/command-refused.error.js';

/** The file as a whole cannot be read; nothing of it was taken. */
export class MenuFileRefusedError extends CommandRefusedError {}
