/** A reason that an operator reads as one line: it holds no secret and no data of anyone. */
export class OperatorError extends Error {}

/** A command that cannot be done; the message is one line for standard error (operations section 4). */
export class CommandRefusedError extends OperatorError {}

/** A setting is wrong or missing; the message is the one line for the operator and never holds the value. */
export class SettingsError extends OperatorError {}

/** A failure whose message is one line that an operator can act on; it never holds a password. */
export class EmbeddedPostgresError extends OperatorError {
  override readonly name = 'EmbeddedPostgresError';
}

/** The text of whatever was thrown, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join(' ');
}
