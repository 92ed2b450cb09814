import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AudienceViewer } from '../../policy/audience.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import type { MailDetails } from '../../platform/mail/queued-mail.entity.js';
import {
  type Alert,
  ALERT_KINDS,
  type AlertedKind,
  type ChangeAlertKind,
  NOTIFICATION_TARGETS,
  type NotificationTarget,
} from './alert.js';
import { ORGANIZATION, STUDENT, type Target } from './notifications/notification-targets.js';

/** A kind of alert that goes to the audience of an item. */
export interface AlertKind {
  kind: Alert['kind'] | ChangeAlertKind;
  /** SQL: whom the item is for, where it has no audience of its own. */
  isFor?: (item: string, member: AudienceViewer) => string;
  /** SQL: whom of the audience it concerns, where that is not everybody. */
  concerns?: (item: string, member: AudienceViewer) => string;
  /** Where its time comes by itself: the opening of an item, or its last day. */
  schedule?: Schedule;
}

export interface Schedule {
  /** Column: when it was alerted, UTC; null until then. */
  marker: 'alerted_at' | 'reminded_at';
  /** Column with the moment from which on it is looked at: those that come first are alerted first. */
  moment: string;
  /** SQL of a row `item`: its time has come at $1, and is not over. */
  due: string;
}

/** Items that alerts tell of. */
export interface AlertedItems {
  table: string;
  /** SQL of the title of a row `item`, where it is no column of it. */
  title?: string;
  /** Left out for what a school cannot turn off: it has no schedule either. */
  feature?: SchoolFeature;
  /** SQL of a row `item`, by default by its column `id`: the id that the API knows it by, and whether that is $1. */
  names?: { id: string; isNamed: string };
  /** SQL of the membership that made a row `item`: some are made in the product, by nobody that is known here. */
  author?: string;
  kinds: AlertKind[];
  /** SQL of such an item for a mail, as in `alert-contents.repository.ts`. */
  contents: string[];
  /** SQL of at most one row for a row `n` with its mail `mail`: JSON of an `Occasion`, where the item has a time. */
  occasion?: string;
}

/** Registration of a feature's items: the target of a notification, and the alerts. */
export interface NotifiedItems {
  target: Target;
  alerts?: AlertedItems;
}

export type ScheduledAlert = Pick<AlertKind, 'kind'> &
  Pick<Alert, 'item'> &
  Schedule &
  Pick<AlertedItems, 'table'> & { feature: SchoolFeature };

/** What the calendar program of a recipient is told with a mail. */
export interface CalendarPartOf {
  kind: AlertedKind;
  schoolId: string;
  membershipId: string;
  /** By which the API knows the item. */
  itemId: string;
  /** Of the mail. */
  details: MailDetails | null;
}

/** Writes an iCalendar file; null for what is in no feed. */
export type CalendarPartWriter = (mail: CalendarPartOf) => Promise<string | null>;

/** The items that can be told of: each feature's module registers its own in its constructor, in every program. */
@Injectable()
export class AlertKinds implements OnModuleInit {
  private readonly registered = new Map<NotificationTarget, NotifiedItems>([
    ['organization', { target: ORGANIZATION }],
    ['student', { target: STUDENT }],
  ]);

  readonly rounds: (() => Promise<boolean>)[] = [];

  private writeCalendarPart: CalendarPartWriter = () => Promise.resolve(null);

  register(type: NotificationTarget, items: NotifiedItems): void {
    if (this.registered.has(type)) throw new Error(`Notifications of ${type} are registered twice`);
    this.registered.set(type, items);
  }

  /** Registers a round that records what has come due in a table of the feature's own, and says whether there was any. */
  registerRound(recordNext: () => Promise<boolean>): void {
    this.rounds.push(recordNext);
  }

  registerCalendarParts(write: CalendarPartWriter): void {
    this.writeCalendarPart = write;
  }

  calendarPartOf(mail: CalendarPartOf): Promise<string | null> {
    return this.writeCalendarPart(mail);
  }

  /** Every module has been made by now: what is missing would be missed only when somebody has to be told. */
  onModuleInit(): void {
    const kinds = this.ordered().flatMap(({ alerts }) => alerts?.kinds ?? []);
    const missing = [
      ...NOTIFICATION_TARGETS.filter((type) => !this.registered.has(type)),
      ...ALERT_KINDS.filter((wanted) => !kinds.some(({ kind }) => kind === wanted)),
    ];
    if (missing.length > 0)
      throw new Error(`No feature has registered notifications of ${missing.join(', ')}`);
  }

  targetOf(type: NotificationTarget): Target {
    return this.itemsOf(type).target;
  }

  alertsOf(type: Alert['item']): AlertedItems {
    const { alerts } = this.itemsOf(type);
    if (!alerts) throw new Error(`Nothing is alerted of ${type}`);
    return alerts;
  }

  kindOf({ item, kind }: Pick<Alert, 'kind' | 'item'>): AlertKind {
    const found = this.alertsOf(item).kinds.find((one) => one.kind === kind);
    if (!found) throw new Error(`${kind} is not registered for ${item}`);
    return found;
  }

  /** In one order, whichever module was first: openings before reminders. */
  scheduled(): ScheduledAlert[] {
    const all = this.ordered().flatMap(({ type, alerts }) =>
      (alerts?.kinds ?? []).flatMap(({ kind, schedule }) => {
        if (!alerts?.feature || !schedule) return [];
        const { table, feature } = alerts;
        return [{ kind, item: type as Alert['item'], table, feature, ...schedule }];
      }),
    );
    return [
      ...all.filter(({ marker }) => marker === 'alerted_at'),
      ...all.filter(({ marker }) => marker === 'reminded_at'),
    ];
  }

  contents(): string[] {
    return this.ordered().flatMap(({ alerts }) => alerts?.contents ?? []);
  }

  occasions(): string[] {
    return this.ordered().flatMap(({ alerts }) => alerts?.occasion ?? []);
  }

  standings(): string[] {
    return this.ordered().map(({ target }) => target.availability);
  }

  private itemsOf(type: NotificationTarget): NotifiedItems {
    const items = this.registered.get(type);
    if (!items) throw new Error(`No feature has registered notifications of ${type}`);
    return items;
  }

  private ordered(): ({ type: NotificationTarget } & NotifiedItems)[] {
    return NOTIFICATION_TARGETS.flatMap((type) => {
      const items = this.registered.get(type);
      return items ? [{ type, ...items }] : [];
    });
  }
}
