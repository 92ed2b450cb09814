import { ApiProperty } from '@nestjs/swagger';

export class Glance {
  /** Of the event, or of the sign-up in which a place was claimed. */
  id: string;

  @ApiProperty({ enum: ['event', 'signup'] })
  kind: 'event' | 'signup';

  /** At most 40 characters. */
  title: string;

  /** Null when it lasts whole days. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  starts_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  /** At most 24 characters. */
  @ApiProperty({ type: String, nullable: true })
  location: string | null;

  /** Where a person sees the item: in the app (APP_URL), else a page of the service that says what opens it. */
  @ApiProperty({ format: 'uri' })
  deep_link: string;
}

export class WatchLunch {
  /** At most 80 characters. */
  items: string;

  @ApiProperty({ type: String, format: 'uri', nullable: true })
  image_url: string | null;
}

export class WatchToday {
  /** At the school. */
  @ApiProperty({ format: 'date' })
  date: string;

  /** Titles of what lasts the whole day. */
  @ApiProperty({ type: [String] })
  all_day: string[];

  /** Those that are not over, at most six. */
  @ApiProperty({ type: [Glance], maxItems: 6 })
  events: Glance[];

  @ApiProperty({ type: WatchLunch, nullable: true })
  lunch: WatchLunch | null;
}

export class WatchCounts {
  /** Notifications. */
  @ApiProperty({ type: 'integer' })
  unread: number;

  /** What waits for an answer of the caller. */
  @ApiProperty({ type: 'integer' })
  outstanding: number;
}

const FACE_KINDS = ['event', 'lunch', 'school'] as const;
export type FaceKind = (typeof FACE_KINDS)[number];

/** A face from `at` on, until the next one. */
export class WatchFace {
  @ApiProperty({ format: 'date-time' })
  at: string;

  /** At most 12 characters. */
  short: string;

  /** At most 24 characters. */
  line1: string;

  /** At most 24 characters. */
  @ApiProperty({ type: String, nullable: true })
  line2: string | null;

  @ApiProperty({ enum: FACE_KINDS })
  kind: FaceKind;

  /** 1: what goes on now. 0: nothing does. */
  @ApiProperty({ minimum: 0, maximum: 1 })
  relevance: number;

  /** As that of a glance: to the event, the menu of the day, or the school. */
  @ApiProperty({ format: 'uri' })
  deep_link: string;
}

/** At most 8 kB; what is left out for that is what matters least. */
export class WatchPayload {
  @ApiProperty({ format: 'date-time' })
  generated_at: string;

  /** When to ask again: something begins or ends, or the day does; six hours at most. */
  @ApiProperty({ format: 'date-time' })
  valid_until: string;

  /** IANA name. */
  time_zone: string;

  /** What goes on at the school and is addressed to the caller, else what comes next; null while the calendar is off. */
  @ApiProperty({ type: Glance, nullable: true })
  next: Glance | null;

  today: WatchToday;

  /** The caller's own confirmed claims, and events to which they or their students come; at most three. */
  @ApiProperty({ type: [Glance], maxItems: 3 })
  commitments: Glance[];

  counts: WatchCounts;

  /** At least 24 hours, unless there are more than 24 changes: then those that come first. */
  @ApiProperty({ type: [WatchFace], maxItems: 24 })
  timeline: WatchFace[];
}
