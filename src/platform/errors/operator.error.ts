/** A reason that an operator reads as one line: it holds no secret and no data of anyone. */
export class OperatorError extends Error {}

/** What an operator asked for cannot be done; the message is one line for standard error (operations section 4). */
export class CommandRefusedError extends OperatorError {}

/** A setting is wrong or missing; the message is the one line for the operator and never holds the value. */
export class SettingsError extends OperatorError {}
