import { AbstractLogger } from 'typeorm';

/**
 * Keeps which migration was not made. TypeORM's own writes to standard output, where nothing but the result of a command
 * belongs, and tells the driver's message, which may quote data.
 */
export class MigrationLog extends AbstractLogger {
  last = '';

  override logMigration(message: string): void {
    this.last = message.replace(/, error:.*/s, '.');
  }

  protected override writeLog(): void {
    // Queries and the like: nobody has asked.
  }
}
