/*
 * What a calendar is to those who look at it, without rules, keys and rows: a few series, each a clock and a list of
 * days, and what is different on some of them.
 */

export interface Entry {
  /** Where the rule put it. */
  day: string;
  /** In what it differs on purpose. */
  title?: string;
  at?: Moment;
  off: boolean;
  /** The event that a result was recorded for. */
  result: string | null;
}

/** On the wall in New York. */
export interface Moment {
  day: string;
  clock: string;
}

export interface Series {
  id: string;
  title: string;
  clock: string;
  entries: Entry[];
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** By hand: on 2026-11-01 the clocks go back, and on 2027-03-14 they go forward. */
export const instant = ({ day, clock }: Moment): string =>
  new Date(
    `${day}T${clock}:00${day < '2026-11-01' || day >= '2027-03-14' ? '-04:00' : '-05:00'}`,
  ).toISOString();

export class CalendarModel {
  series: Series[];
  /** What is left of series that are gone. */
  readonly singles: string[] = [];
  readonly results: string[] = [];

  constructor(first: Series) {
    this.series = [first];
  }

  /** Every occurrence that there is, in no order that matters. */
  get occurrences(): [Series, Entry][] {
    return this.series.flatMap((series) => series.entries.map((entry): [Series, Entry] => [series, entry]));
  }

  /** The list as the API should have it. */
  shown(): string[] {
    return [...this.occurrences.map(([series, entry]) => line(series, entry)), ...this.singles].sort();
  }

  record(entry: Entry, event: string): void {
    entry.result = event;
    this.results.push(event);
  }

  /** What is given is an exception where it differs from the series; what is not given stays what it was. */
  changeOne({ title, clock }: Series, entry: Entry, change: { title?: string; at?: Moment }): void {
    if (change.title === title) delete entry.title;
    else if (change.title !== undefined) entry.title = change.title;
    if (change.at?.day === entry.day && change.at.clock === clock) delete entry.at;
    else if (change.at) entry.at = change.at;
  }

  /** Through the entry; from it on where the answer names another series. */
  changeMany(series: Series, entry: Entry, change: { title?: string; clock?: string }, id: string): void {
    const concerned = id === series.id ? series : this.split(series, entry, id);
    if (change.title !== undefined) {
      delete entry.title;
      concerned.title = change.title;
    }
    if (change.clock === undefined) return;
    if (change.clock === concerned.clock) delete entry.at;
    else this.setClock(concerned, change.clock, series);
  }

  removeMany(series: Series, entry: Entry, scope: 'following' | 'all'): void {
    const gone = series.entries.filter(({ day }) => scope === 'all' || day >= entry.day);
    for (const one of gone) this.standAlone(series, one);
    series.entries = series.entries.filter((one) => !gone.includes(one));
    this.series = this.series.filter(({ entries }) => entries.length > 0);
  }

  private split(series: Series, { day: cut }: Entry, id: string): Series {
    const rest = { ...series, id, entries: series.entries.filter(({ day }) => day >= cut) };
    series.entries = series.entries.filter(({ day }) => day < cut);
    this.series.push(rest);
    return rest;
  }

  /** Every occurrence begins anew; what was called off stays off, and what has a result stays as it was. */
  private setClock(series: Series, clock: string, before: Series): void {
    for (const entry of series.entries) this.standAlone({ ...series, title: before.title }, entry);
    series.clock = clock;
    series.entries = series.entries
      .filter(({ off, result }) => !(off && result))
      .map(({ day, off }) => ({ day, off, result: null }));
  }

  private standAlone(series: Series, entry: Entry): void {
    if (entry.result && !entry.off) this.singles.push(line(series, entry));
  }
}

const line = ({ title, clock }: Series, entry: Entry): string =>
  `${instant(entry.at ?? { day: entry.day, clock })} ${entry.title ?? title}${entry.off ? ' off' : ''}`;
