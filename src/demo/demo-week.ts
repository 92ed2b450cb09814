import { Temporal } from 'temporal-polyfill';

export interface Loading {
  /** IANA name. */
  timeZone: string;
  /** YYYY-MM-DD at the school. */
  today: string;
}

/** The week of loading. What is answered is asked again each week, under keys of its own. */
export class DemoWeek {
  private readonly monday: Temporal.PlainDate;

  constructor(private readonly loading: Loading) {
    const today = Temporal.PlainDate.from(loading.today);
    this.monday = today.subtract({ days: today.dayOfWeek - 1 });
  }

  keyOf({ key }: { key: string }): string {
    return `${key}-${this.monday.toString()}`;
  }

  /**
   * The moment at which a clock at the school shows this time, with its offset.
   * @param days from the Monday of the week
   */
  at(days: number, time = '08:00', minutesLater = 0): string {
    const wall = this.monday.add({ days }).toPlainDateTime(time);
    const moment = wall.toZonedDateTime(this.loading.timeZone).add({ minutes: minutesLater });
    return moment.toString({ timeZoneName: 'never', smallestUnit: 'second' });
  }
}
