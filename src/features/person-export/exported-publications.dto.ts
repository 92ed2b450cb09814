import { ApiProperty } from '@nestjs/swagger';

class ExportedPublication {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  title: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A document that the person added. */
export class ExportedDocument extends ExportedPublication {
  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
}

/** A notice that the person wrote. */
export class ExportedNotice extends ExportedPublication {
  /** Rich text. */
  body: string;

  @ApiProperty({ format: 'date-time' })
  starts_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

const READ_TYPES = ['document', 'notice'] as const;

/** That the person opened a document, or read a notice, the first time. */
export class ExportedReading {
  @ApiProperty({ enum: READ_TYPES })
  type: (typeof READ_TYPES)[number];

  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'date-time' })
  read_at: string;
}
