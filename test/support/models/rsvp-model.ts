/*
 * What becomes of answers to a series, without rules, keys and rows: each date has its own, and they stay with it for as long as the
 * date is there, and with what is left of it afterwards.
 */

export interface AskedDate {
  /** Where the rule put it. */
  day: string;
  /** By student, all answers that were ever given. */
  answers: Map<string, string>;
  off: boolean;
  /** Whether it asks, where that is not as the series has it. */
  asks?: boolean;
  /** The row of the event, once somebody has answered. */
  row: string | null;
}

export interface AskingSeries {
  id: string;
  clock: string;
  asks: boolean;
  dates: AskedDate[];
}

/** A date that stands for itself. */
export interface LeftDate {
  row: string;
  asks: boolean;
  answers: Map<string, string>;
}

export class RsvpModel {
  series: AskingSeries[];
  readonly left: LeftDate[] = [];

  constructor(first: AskingSeries) {
    this.series = [first];
  }

  get dates(): [AskingSeries, AskedDate][] {
    return this.series.flatMap((series) =>
      series.dates.map((date): [AskingSeries, AskedDate] => [series, date]),
    );
  }

  ask(series: AskingSeries, date: AskedDate, asks: boolean): void {
    if (asks === series.asks) delete date.asks;
    else date.asks = asks;
  }

  /** Through the date; from it on where the answer names another series. */
  changeMany(
    series: AskingSeries,
    date: AskedDate,
    change: { asks?: boolean; clock?: string },
    id: string,
  ): void {
    const concerned = id === series.id ? series : this.split(series, date, id);
    if (change.clock !== undefined) concerned.clock = change.clock;
    if (change.asks === undefined) return;
    delete date.asks;
    concerned.asks = change.asks;
  }

  /** What is no more of the series stays alone where somebody has answered. */
  remove(series: AskingSeries, isGone: (date: AskedDate, at: number) => boolean): void {
    const gone = series.dates.filter(isGone);
    for (const { row, answers, asks = series.asks } of gone) if (row) this.left.push({ row, asks, answers });
    series.dates = series.dates.filter((date) => !gone.includes(date));
    this.series = this.series.filter(({ dates }) => dates.length > 0);
  }

  private split(series: AskingSeries, { day: cut }: AskedDate, id: string): AskingSeries {
    const rest = { ...series, id, dates: series.dates.filter(({ day }) => day >= cut) };
    series.dates = series.dates.filter(({ day }) => day < cut);
    this.series.push(rest);
    return rest;
  }
}
