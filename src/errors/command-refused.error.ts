/** What an operator asked for cannot be done; the message is one line for standard error (operations section 4). */
export class CommandRefusedError extends Error {}
