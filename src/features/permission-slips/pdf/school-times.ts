import type { SlipEventTime, SlipSchool } from './slip-document.js';

type Style = 'full' | 'long' | 'medium' | 'short';

/** Instants and days as the school writes them, its zone named. */
export class SchoolTimes {
  constructor(private readonly school: Pick<SlipSchool, 'timeZone' | 'locale'>) {}

  /**
   * The times of an event, in lines: `Thursday, December 3, 2026`, `8:30 AM – 3:00 PM, Eastern Standard Time
   * (America/New_York)`.
   */
  event(time: SlipEventTime): string[] {
    if ('startDate' in time) return [this.days(time.startDate, time.endDate)];
    const { startsAt, endsAt } = time;
    const [firstDay, lastDay] = [startsAt, endsAt ?? startsAt].map((at) => this.format('full').format(at));
    if (firstDay === lastDay) {
      const clock = this.format(undefined, 'short');
      const hours = endsAt ? clock.formatRange(startsAt, endsAt) : clock.format(startsAt);
      return [firstDay!, this.withZone(hours, startsAt)];
    }
    const [start, end] = [startsAt, endsAt!].map((at) => this.format('full', 'short').format(at));
    return [`${start} –`, this.withZone(end!, endsAt!)];
  }

  /** To the minute. */
  moment(at: Date): string {
    return this.withZone(this.format('long', 'short').format(at), at);
  }

  /** To the second. */
  exactMoment(at: Date): string {
    return this.withZone(this.format('long', 'medium').format(at), at);
  }

  /** To the second, the zone in short: for a column of them. */
  shortMoment(at: Date): string {
    return this.format('medium', 'long').format(at);
  }

  /** @param date `YYYY-MM-DD` */
  day(date: string): string {
    return this.days(date, date);
  }

  private days(first: string, last: string): string {
    const format = new Intl.DateTimeFormat(this.school.locale, { dateStyle: 'full', timeZone: 'UTC' });
    return format.formatRange(new Date(first), new Date(last));
  }

  private withZone(time: string, at: Date): string {
    const { timeZone, locale } = this.school;
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(at);
    return `${time}, ${parts.find(({ type }) => type === 'timeZoneName')!.value} (${timeZone})`;
  }

  private format(dateStyle: Style | undefined, timeStyle?: Style): Intl.DateTimeFormat {
    const { timeZone, locale } = this.school;
    return new Intl.DateTimeFormat(locale, {
      timeZone,
      ...(dateStyle && { dateStyle }),
      ...(timeStyle && { timeStyle }),
    });
  }
}

/** `2026-11-21 14:03:11 UTC` */
export const inUtc = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
