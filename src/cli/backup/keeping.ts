/** How many of the days, weeks and months that have a backup keep their newest one. */
export interface Keeping {
  days: number;
  weeks: number;
  months: number;
}

const MAX_PERIODS = 10_000;
const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;

/** `7d,4w,12m`, each of them at most once; null where it is not that. */
export function keepingOf(text: string): Keeping | null {
  const keeping: Keeping = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, digits, letter] = /^ *([1-9]\d{0,4})([dwm]) *$/.exec(part) ?? [];
    if (digits === undefined || letter === undefined) return null;
    const unit = UNITS[letter as keyof typeof UNITS];
    if (keeping[unit] > 0 || Number(digits) > MAX_PERIODS) return null;
    keeping[unit] = Number(digits);
  }
  return keeping;
}

export interface StoredBackup {
  name: string;
  /** UTC. */
  at: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day, the week that begins on a Monday, the month (UTC). */
const PERIOD: Record<keyof Keeping, (at: Date) => string> = {
  days: (at) => at.toISOString().slice(0, 10),
  weeks: (at) => new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10),
  months: (at) => at.toISOString().slice(0, 7),
};

/**
 * What stays: the newest of each of the last days, weeks and months that have one, and the one that was made just now and is
 * known to be good. One that is dated later than that has the date of a clock that was wrong, as this one may have: it stays, and
 * counts as none of the last days. Otherwise seven of them would make every later backup superfluous.
 * @param good is the name of the one that was made just now; without it nothing is superfluous
 * @returns those that may go, oldest first
 */
export function superfluous(all: StoredBackup[], keeping: Keeping, good: string): StoredBackup[] {
  const madeNow = all.find(({ name }) => name === good);
  if (!madeNow) return [];
  const dated = all.filter(({ at }) => at <= madeNow.at);
  const newestFirst = dated.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1));
  const staying = new Set([good]);
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const covered = new Set<string>();
    for (const { name, at } of newestFirst) {
      const period = PERIOD[unit](at);
      if (covered.has(period) || covered.size === keeping[unit]) continue;
      covered.add(period);
      staying.add(name);
    }
  }
  return newestFirst.filter(({ name }) => !staying.has(name)).reverse();
}
