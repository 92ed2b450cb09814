import { Chance } from '../imports/chance.js';
import { exporterOf, type Exporter } from '../imports/exporters.js';
import { componentsOf, recurrenceOf } from '../imports/foreign-calendar.js';
import { linesOf, trueEvent, type TrueEvent, type TrueSeries } from '../imports/true-calendar.js';
import { trueText, type TrueText } from './true-text.js';

/** One import of a sequence, and what is true after it. */
export interface Step {
  kind: string;
  text: string;
  lines: string[];
  /** How the description of each event that takes place reads, by title. */
  texts: Map<string, string>;
  /** Code of an issue and the title in it, for each that the report has to have. */
  named: string[];
}

/** An event that a program has, and what it has told of it. */
interface Told {
  event: TrueEvent;
  uid: string;
  sequence: number;
  text: TrueText;
  /** Starts of occurrences of which a message of their own has told, and no calendar since. */
  alone: Set<string>;
}

type Repeating = Told & { event: { series: TrueSeries } };

const isRepeating = (one: Told): one is Repeating => one.event.series !== null;

const CALLED_OFF = 'an event that is called off';
const REFUSED = 'archive_limit ';

/** A calendar, and what a mail program or a school system sends of it afterwards. */
export class CalendarSequence {
  readonly exporter: Exporter;
  private readonly chance: Chance;
  private readonly isCounted: boolean;
  private told: Told[] = [];
  private made = 0;

  constructor(seed: number) {
    this.chance = new Chance(seed);
    this.exporter = { ...exporterOf(this.chance), sharesUids: false, doubles: 0 };
    this.isCounted = this.chance.is(0.4);
  }

  steps(): Step[] {
    this.told = this.newEvents(this.chance.between(2, 6));
    const late = this.chance.is(0.15)
      ? this.told.find((one) => isRepeating(one) && isMovable(one))
      : undefined;
    const steps = late ? this.beforeItsSeries(late as Repeating) : [this.calendar('a calendar')];
    for (let left = this.chance.between(1, 4 - steps.length); left > 0; left -= 1)
      steps.push(this.next(steps.at(-1)!));
    return steps;
  }

  private newEvents(count: number): Told[] {
    return Array.from({ length: count }, (_, at) => {
      const event = trueEvent(this.chance, this.chance.of(this.exporter.clocks), this.made);
      const uid = this.isCounted ? `${at}@default` : `${this.made}-${event.start}@x.example`;
      this.made += 1;
      return { event, uid, sequence: 0, text: trueText(this.chance, this.made), alone: new Set<string>() };
    });
  }

  private next(last: Step): Step {
    const repeating = this.told.filter((one) => isRepeating(one) && isMovable(one)) as Repeating[];
    const single = this.told.find((one) => !isRepeating(one));
    const some = repeating.length > 0 ? this.chance.of(repeating) : undefined;
    const alone = this.told.find((one) => isRepeating(one) && one.alone.size > 0) as Repeating | undefined;
    return this.chance.of([
      () => (last.kind === CALLED_OFF ? this.calendar('a calendar again') : this.again(last)),
      ...(some
        ? [
            () => this.moved(some),
            () => this.calledOff(some),
            () => this.calledOff(some),
            () => this.excluded(some),
          ]
        : []),
      ...(alone ? [() => this.seriesAlone(alone), () => this.seriesAlone(alone)] : []),
      ...(single ? [() => this.renamed(single), () => this.later(single)] : []),
      ...(this.told.length > 2
        ? [() => this.eventCalledOff(), () => this.methods(), () => this.emptied()]
        : []),
      ...(this.isCounted ? [() => this.nextTerm(), () => this.nextTerm()] : []),
    ])();
  }

  /** What was refused is refused again. */
  private again(last: Step): Step {
    return { ...last, kind: 'the same once more', named: last.named.filter((one) => one === REFUSED) };
  }

  private moved(one: Repeating): Step {
    const from = this.occurrenceOf(one);
    this.move(one, from);
    return this.message('an occurrence that is changed', one, from, ['METHOD:REQUEST']);
  }

  private move({ event, alone }: Repeating, from: string): void {
    const to = event.allDay ? from : from.replace(/T\d\d/, 'T22');
    event.series.moved.push({ from, to, title: `${event.title} alone ${from}` });
    alone.add(from);
  }

  private calledOff(one: Repeating): Step {
    const wall = this.occurrenceOf(one);
    one.event.series.cancelled.push(wall);
    one.alone.add(wall);
    return this.message('an occurrence that is called off', one, wall, ['METHOD:CANCEL'], (lines) =>
      this.shortened(lines),
    );
  }

  /** With and without its start, its title, its STATUS. */
  private shortened(lines: string[]): string[] {
    const left = [/^(DTSTART|DTEND|DURATION)/, /^SUMMARY/, /^STATUS/].filter(() => this.chance.is(0.4));
    return lines.filter((line) => !left.some((pattern) => pattern.test(line)));
  }

  private message(
    kind: string,
    one: Repeating,
    wall: string,
    head: string[],
    change = (lines: string[]): string[] => lines,
  ): Step {
    const override = this.componentsOf(one).find((lines) =>
      lines.includes(recurrenceOf(one.event, wall, this.exporter)),
    )!;
    one.sequence += 1;
    const lines = override.toSpliced(2, 0, `SEQUENCE:${one.sequence}`);
    return this.step(kind, [...head, ...change(lines)]);
  }

  private excluded(one: Repeating): Step {
    one.event.series.excluded.push(this.occurrenceOf(one));
    return this.calendar('a date that is left out');
  }

  /** Without what was told of its occurrences since. */
  private seriesAlone(one: Repeating): Step {
    const { event, alone } = one;
    const { series } = event;
    one.sequence += 1;
    const isTold = (wall: string): boolean => !alone.has(wall);
    const before = {
      ...series,
      moved: series.moved.filter(({ from }) => isTold(from)),
      cancelled: series.cancelled.filter(isTold),
    };
    const components = this.componentsOf({ ...one, event: { ...event, series: before } });
    const lines = components.map((lines) => lines.toSpliced(2, 0, `SEQUENCE:${one.sequence}`)).flat();
    const titleOf = (wall: string): string =>
      series.moved.find(({ from }) => from === wall)?.title ?? event.title;
    return this.step(
      'a series without its exceptions',
      ['METHOD:REQUEST', ...lines],
      [...alone].map((wall) => `occurrence_kept ${titleOf(wall)}`),
    );
  }

  private renamed(one: Told): Step {
    one.event = { ...one.event, title: `${one.event.title} anew` };
    return this.calendar('another title');
  }

  private later(one: Told): Step {
    const { event } = one;
    const day = new Date(Date.parse(event.start.slice(0, 10)) + 3 * 86_400_000).toISOString().slice(0, 10);
    one.event = { ...event, start: day + event.start.slice(10) };
    return this.calendar('another time');
  }

  private eventCalledOff(): Step {
    const [one] = this.told.splice(this.chance.between(0, this.told.length - 1), 1);
    const [master] = this.componentsOf(one!);
    return this.step(CALLED_OFF, ['METHOD:CANCEL', ...this.shortenedMaster(master!)]);
  }

  private shortenedMaster(lines: string[]): string[] {
    // What is called off by a UID that is counted says which event of it is meant.
    return this.isCounted ? lines : this.shortened(lines);
  }

  /** One for each event, and a STATUS that counts. */
  private methods(): Step {
    const off = this.told.pop()!;
    const isBehind = this.chance.is(0.5);
    const lines = [...this.told, off].flatMap((one) => {
      const status = one === off ? 'CANCELLED' : 'CONFIRMED';
      const method = `METHOD:${one === off ? 'CANCEL' : this.chance.of(['PUBLISH', 'CANCEL', 'REQUEST'])}`;
      const components = this.componentsOf(one);
      const own = components.flatMap((each) =>
        each.some((line) => line.startsWith('STATUS')) ? each : each.toSpliced(2, 0, `STATUS:${status}`),
      );
      return isBehind ? [...own, method] : [method, ...own];
    });
    for (const one of this.told) one.alone.clear();
    const isHead = !isBehind && lines[0] === 'METHOD:CANCEL';
    return this.step('a METHOD for each', isHead ? ['METHOD:PUBLISH', ...lines.slice(1)] : lines);
  }

  private emptied(): Step {
    const lines = this.told.flatMap((one) => this.componentsOf(one).flat());
    return this.step('one METHOD that empties it', ['METHOD:CANCEL', ...lines], [REFUSED]);
  }

  private nextTerm(): Step {
    const before = new Set(this.told.map(({ uid }) => uid));
    const next = this.newEvents(this.chance.between(1, 3));
    const named = next.filter(({ uid }) => before.has(uid)).map(({ event }) => `reused_uid ${event.title}`);
    const lines = next.flatMap((one) => this.componentsOf(one).flat());
    this.told.push(...next);
    return this.step('other events of the same UIDs', lines, named);
  }

  private beforeItsSeries(late: Repeating): Step[] {
    const all = this.told;
    const from = this.occurrenceOf(late);
    this.move(late, from);
    const { title } = late.event.series.moved.at(-1)!;
    const { series } = late.event;
    const only = { ...series, walls: [], moved: series.moved.slice(-1), excluded: [], cancelled: [] };
    const whole = late.event;
    const override = this.componentsOf(late).find((lines) =>
      lines.includes(recurrenceOf(whole, from, this.exporter)),
    )!;
    this.told = [{ ...late, event: { ...whole, series: only } }];
    const first = this.step(
      'an occurrence before its series',
      ['METHOD:REQUEST', ...override],
      [`series_unknown ${title}`],
    );
    this.told = all;
    const before = { ...late, event: { ...whole, series: { ...series, moved: series.moved.slice(0, -1) } } };
    const lines = all.flatMap((one) => this.componentsOf(one === late ? before : one).flat());
    return [first, this.step('its calendar', lines)];
  }

  private occurrenceOf({ event }: Repeating): string {
    return this.chance.of(standing(event.series));
  }

  private calendar(kind: string): Step {
    for (const one of this.told) one.alone.clear();
    return this.step(
      kind,
      this.told.flatMap((one) => this.componentsOf(one).flat()),
    );
  }

  private componentsOf({ event, uid, text }: Told): string[][] {
    return componentsOf(event, this.exporter).map((lines) =>
      lines.flatMap((line) => {
        if (line.startsWith('UID:')) return [`UID:${uid}`];
        return line.startsWith('DESCRIPTION:') ? text.lines : [line];
      }),
    );
  }

  private step(kind: string, components: string[], named: string[] = []): Step {
    const { mark, prodId, head, clocks, fold, eol } = this.exporter;
    const file = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${prodId}`, ...head],
      ...clocks.flatMap(({ definition }) => definition),
      ...components,
      'END:VCALENDAR',
    ];
    const texts = this.told.flatMap(({ event, text }) => [
      [event.title, text.reads] as const,
      ...(event.series?.moved ?? []).map(({ title }) => [title, text.reads] as const),
    ]);
    return {
      kind,
      text: mark + file.flatMap((line) => (line === '' ? [''] : fold(line))).join(eol) + eol,
      lines: this.told.flatMap(({ event }) => linesOf(event)).sort(),
      texts: new Map(texts),
      named,
    };
  }
}

const standing = ({ walls, excluded, moved, cancelled }: TrueSeries): string[] => {
  const gone = new Set([...excluded, ...cancelled, ...moved.map(({ from }) => from)]);
  return walls.filter((wall) => !gone.has(wall));
};

const isMovable = ({ event }: Told): boolean => event.series !== null && standing(event.series).length > 2;
