import type { EventType, HomeAway } from './event-values.js';
import { Column } from 'typeorm';
import { EditableItem } from '../publishing/published-item.entity.js';

/**
 * The columns that an event and a series have in common.
 * @param table begins the names of its constraints
 */
export function EventColumns(table: string) {
  abstract class Columns extends EditableItem(table) {
    @Column('text')
    title: string;

    /** Sanitised HTML. */
    @Column('text', { nullable: true })
    description: string | null;

    @Column('text', { nullable: true })
    location: string | null;

    @Column('boolean')
    allDay: boolean;

    /** IANA name. */
    @Column('text')
    timeZone: string;

    @Column('text', { array: true, default: '{}' })
    tags: string[];

    @Column('text', { default: 'other' })
    eventType: EventType;

    @Column('text', { nullable: true })
    homeAway: HomeAway | null;

    @Column('text', { nullable: true })
    opponent: string | null;

    @Column('text', { nullable: true })
    uniform: string | null;

    /** Rises with each change (RFC 5545 section 3.8.7.4). */
    @Column('integer', { default: 0 })
    sequence: number;
  }
  return Columns;
}
