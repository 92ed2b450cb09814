import { Temporal } from 'temporal-polyfill';
import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoGames, DemoHoliday, DemoPractice } from './data/calendar.js';
import type { DemoDate } from './data/calendar-dates.js';
import { audienceOf } from './demo-students.js';

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

/** Contents of a school's calendar. */
export interface SchoolYear {
  practices: DemoPractice[];
  holidays: DemoHoliday[];
  games: DemoGames[];
  dates: DemoDate[];
}

type EventInput = NonNullable<ContentFile['events']>[number];
type SeriesInput = NonNullable<ContentFile['series']>[number];

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A term around the week of loading, past and to come; its dates move along with that week. */
export function calendarEntries(
  { practices, holidays, games, dates }: SchoolYear,
  loading: Loading,
): { events: EventInput[]; series: SeriesInput[] } {
  const days = new DaysAround(loading);
  return {
    events: [
      ...holidays.map((holiday) => holidayEntry(holiday, days)),
      ...games.flatMap((season) => gameEntries(season, days)),
      ...dates.map((date) => dateEntry(date, days)),
    ],
    series: practices.map((practice) => practiceEntry(practice, holidays, days)),
  };
}

/** Days by week and weekday from the Monday of the week of loading. */
class DaysAround {
  private readonly monday: Temporal.PlainDate;

  constructor(readonly loading: Loading) {
    const today = Temporal.PlainDate.from(loading.today);
    this.monday = today.subtract({ days: today.dayOfWeek - 1 });
  }

  on(week: number, day: number): string {
    return this.monday.add({ days: week * 7 + day }).toString();
  }

  /** The moment at which a clock at the school shows this time, with its offset. */
  at(day: string, time: string, minutesLater = 0): string {
    const moment = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(this.loading.timeZone);
    const options = { timeZoneName: 'never', smallestUnit: 'second' } as const;
    return moment.add({ minutes: minutesLater }).toString(options);
  }
}

function practiceEntry(practice: DemoPractice, holidays: DemoHoliday[], days: DaysAround): SeriesInput {
  const { organization, title, at, minutes, location, eventType, category, every = 1 } = practice;
  const [before, after] = practice.weeks;
  const first = days.on(-before, WEEKDAYS.indexOf(practice.days.slice(0, 2)));
  const until = days.on(after, 6).replaceAll('-', '');
  return {
    key: `${organization}-weekly`,
    ...{ title, location, organization, category },
    event_type: eventType,
    local_start: `${first}T${at}`,
    duration_minutes: minutes,
    rrule: `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${practice.days};UNTIL=${until}`,
    exdates: holidays.flatMap((holiday) =>
      Array.from({ length: holiday.days }, (_, at) => days.on(holiday.week, holiday.day + at)),
    ),
    ...(practice.asks && { rsvp: { by: practice.asks } }),
  };
}

const holidayEntry = (
  { key, title, week, day, days: length }: DemoHoliday,
  days: DaysAround,
): EventInput => ({
  key,
  title,
  start_date: days.on(week, day),
  end_date: days.on(week, day + length - 1),
  category: 'School News',
  tags: ['No school'],
});

/** @param at which of the organization's games, from 0 */
export const gameKey = (organization: string, at: number): string => `${organization}-game-${at + 1}`;

function gameEntries({ organization, opponents, ...game }: DemoGames, days: DaysAround): EventInput[] {
  return opponents.map((opponent, at) => {
    const isHome = at % 2 === 0;
    const day = days.on(at - Math.floor(opponents.length / 2), game.day);
    return {
      key: gameKey(organization, at),
      title: isHome ? `${opponent} at home` : `At ${opponent}`,
      starts_at: days.at(day, game.at),
      ends_at: days.at(day, game.at, game.minutes),
      arrival_at: days.at(day, game.at, isHome ? -30 : -75),
      location: isHome ? game.home : opponent,
      organization,
      category: 'Athletics',
      audience: { type: 'school' },
      event_type: 'game',
      home_away: isHome ? 'home' : 'away',
      opponent,
      uniform: isHome ? 'Green' : 'White',
    };
  });
}

function dateEntry(date: DemoDate, days: DaysAround): EventInput {
  const { key, title, description, location, category, organization, tags, at, minutes = 60 } = date;
  const day = days.on(date.week, date.day);
  const times = at
    ? { starts_at: days.at(day, at), ends_at: days.at(day, at, minutes) }
    : { start_date: day, end_date: days.on(date.week, date.day + (date.days ?? 1) - 1) };
  return {
    ...{ key, title, description, location, category, organization, tags },
    ...times,
    event_type: date.eventType ?? 'other',
    audience: date.audience && audienceOf(date.audience, days.loading.today),
  };
}
