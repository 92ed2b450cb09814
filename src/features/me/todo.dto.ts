import { ApiProperty } from '@nestjs/swagger';

const OUTSTANDING_KINDS = [
  'permission_slip',
  'poll',
  'signup',
  'notice',
  'confirmation',
  'event_rsvp',
] as const;
export type TodoKind = (typeof OUTSTANDING_KINDS)[number];

export class OutstandingItem {
  @ApiProperty({ enum: OUTSTANDING_KINDS })
  kind: TodoKind;

  /** Of an event: the id of CalendarEvent, which is no uuid for an occurrence of a series. */
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  title: string;

  /** Of a slip or an event that is answered for each student; null where it is about nobody in particular. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  /** When it closes; null for what stays open. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  due_at: string | null;

  /** Where a person sees the item: in the app (APP_URL), else a page of the service that says what opens it. */
  @ApiProperty({ format: 'uri' })
  deep_link: string;
}

export class Outstanding {
  /** What is due first comes first, and last what stays open. */
  @ApiProperty({ type: [OutstandingItem] })
  items: OutstandingItem[];
}
