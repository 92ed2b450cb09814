import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsTimestamp } from '../../platform/http/field-decorators.js';

export class AuditQuery {
  /** Entries of that moment and later. */
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  since?: string;

  /**
   * Entries of that moment and before. With `at` of the last entry it goes on from there: entries of that moment come again, with
   * the same `id`, and the end is where no other ones come.
   */
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  until?: string;

  /** The id of the thing that was changed. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String })
  item?: string;
}

class AuditActor {
  /** An operator is one who speaks in the name of the member, or who gave a command. */
  @ApiProperty({ enum: ['person', 'application', 'operator'] })
  kind: 'person' | 'application' | 'operator';

  /** Null for a command, and for whoever answered an anonymous poll. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  membership_id: string | null;

  /** Null once they have left. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

class AuditItem {
  type: string;
  id: string;
}

export class AuditEntryBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  actor: AuditActor;

  /** The operation's id in this document, or the command. */
  operation: string;

  @ApiProperty({ type: AuditItem, nullable: true })
  item: AuditItem | null;

  /** A digest: the same for the same source, and nothing can be found out from it. */
  source: string;

  /** So often the same person did this with the same thing, from the same source, in that minute; `id` and `at` are of the last time. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;
}

export class AuditEntries {
  /** Newest first, at most 1,000. */
  @ApiProperty({ type: [AuditEntryBody] })
  entries: AuditEntryBody[];
}
