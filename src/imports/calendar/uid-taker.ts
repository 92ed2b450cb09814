import type { ImportedChange, RecordedItem } from '../../features/calendar/import/calendar-import.js';
import { expandSeries } from '../../features/calendar/recurrence/expand-series.js';
import type { Destination, ForeignCalendar } from './foreign-calendar.js';
import { nameOf, type EventNote, type IcsEvent } from './ics-event.js';
import { digestOf, hashOf, idOf, inputOf, isCancelled, isRepeated, originalOf } from './ics-inputs.js';
import { foreignSeries, type SeriesNote } from './ics-series.js';
import { BrokenComponentError, type IcsTime } from './ics-times.js';
import { isOutdated, keyOf, latestOverrides, versionsOf } from './ics-versions.js';
import { closest, exclusionsOf, isNothingLeft, startsFrom, type PlannedSeries } from './planned-series.js';
import { RecordedUid, type Master } from './recorded-uid.js';

/** Takes all that has one UID. */
export class UidTaker {
  private readonly recorded: RecordedUid;

  /** @param today YYYY-MM-DD */
  constructor(
    private readonly calendar: ForeignCalendar,
    private readonly to: Destination,
    private readonly today: string,
    { uid, items }: { uid: string; items: RecordedItem[] },
  ) {
    this.recorded = new RecordedUid(uid, items);
  }

  take(events: IcsEvent[]): void {
    const overrides = latestOverrides(events.filter(({ recurrenceId }) => recurrenceId));
    const versions = versionsOf(
      events.filter(({ recurrenceId }) => !recurrenceId),
      (event, note) => this.tell(event, note),
    );
    for (const event of versions.filter(isCancelled)) this.tellAll(event);
    const masters = this.recorded.identify(versions, (event, note) => this.tell(event, note));
    if (versions.length > 0 && versions.every(isCancelled)) {
      this.cancel(events, masters, overrides);
      return;
    }
    const independent = masters.filter((master) => !this.isReplaced(master, overrides));
    const own = overrides.filter((one) => isRepeated(one) && !isCancelled(one));
    const planned = [
      ...independent.flatMap((master) => this.plan(master)),
      ...own.flatMap((event) => this.plan({ event, id: idOf(event) })),
    ];
    for (const event of own) this.replace(event, planned);
    const others = overrides.filter((one) => !own.includes(one));
    const off = versions.filter((one) => others.length > 0 && isCancelled(one) && isRepeated(one));
    const ended = off.flatMap((event) => this.seriesOf({ event, id: event.uid }, () => undefined));
    for (const override of others) this.assign(override, [...planned, ...ended], versions.length > 0);
    for (const series of planned) this.takeSeries(series, overrides);
  }

  /** All of them are called off. */
  private cancel(events: IcsEvent[], masters: Master[], overrides: IcsEvent[]): void {
    const { cancelled } = this.calendar;
    cancelled.push(...masters.map(({ id }) => id), ...overrides.map(idOf));
    const alone = this.recorded.others.length === 0 ? this.recorded.occurrences : [];
    cancelled.push(...alone.map(({ sourceId }) => sourceId));
    const [first] = events;
    const isMentioned = masters.length > 0 || alone.length > 0 || this.recorded.others.length > 0;
    if (!isMentioned && events.every(isCancelled) && first!.said.isCancellation)
      this.note(first!, 'cancels_nothing');
  }

  /** Plans a series. An event that does not repeat is taken at once. */
  private plan(master: Master): PlannedSeries[] {
    const { event, id } = master;
    if (isCancelled(event)) {
      this.calendar.cancelled.push(id);
      return [];
    }
    this.tellAll(event);
    if (isRepeated(event)) return this.seriesOf(master, (code) => this.note(event, code));
    this.takeSingle(event, id);
    return [];
  }

  /** @returns none where it cannot be computed, which is told */
  private seriesOf(master: Master, onNote: (code: SeriesNote) => void): PlannedSeries[] {
    const { event } = master;
    try {
      const { times, notes } = foreignSeries(event, this.today);
      for (const code of notes) onNote(code);
      const occurrences = new Map(expandSeries(times).map(({ key, excluded }) => [key, excluded]));
      return [{ ...master, times, occurrences, changes: [], known: [], off: new Set() }];
    } catch (error) {
      if (!(error instanceof BrokenComponentError)) throw error;
      if (!isCancelled(event)) this.calendar.broken.push({ uid: event.uid, line: event.line, error });
      return [];
    }
  }

  /** A single event that one with a RECURRENCE-ID tells anew. */
  private isReplaced({ event, id }: Master, overrides: IcsEvent[]): boolean {
    if (isRepeated(event) || isCancelled(event)) return false;
    const starts = [keyOf(event.start), event.start.wall.slice(0, 10).replaceAll('-', '')];
    const isReplaced = overrides.some(
      (one) => starts.includes(keyOf(one.recurrenceId)) && !isOutdated(one, event),
    );
    if (isReplaced) this.calendar.joined.push(id);
    return isReplaced;
  }

  /** An occurrence with a rule of its own is a series in its place. */
  private replace(event: IcsEvent, planned: PlannedSeries[]): void {
    const own = planned.find((series) => series.event === event);
    if (!own) return;
    this.note(event, 'own_rule');
    for (const series of planned) {
      if (series === own || series.event.recurrenceId) continue;
      const key = originalOf(event.recurrenceId!, series.times);
      for (const start of startsFrom(series.occurrences.keys(), key, event.isForFuture))
        series.off.add(start);
      if (series.off.size > 0) series.known.push(event);
    }
    if (planned.every((series) => series.event.recurrenceId)) this.changeRecorded(event, null);
  }

  private assign(override: IcsEvent, planned: PlannedSeries[], hasMaster: boolean): void {
    const candidates = planned.filter(({ times, occurrences }) =>
      occurrences.has(originalOf(override.recurrenceId!, times)),
    );
    const series = closest(override, candidates, ({ event }) => event.details.title);
    this.tellAll(override);
    if (override.isForFuture && !isCancelled(override)) this.note(override, 'range_dropped');
    if (!series) this.takeAlone(override, hasMaster);
    else if (isCancelled(series.event)) this.calendar.cancelled.push(idOf(override));
    else {
      this.calendar.joined.push(idOf(override));
      series.known.push(override);
      const key = originalOf(override.recurrenceId!, series.times);
      const isExcluded = series.occurrences.get(key)!;
      if (isCancelled(override))
        for (const start of startsFrom(series.occurrences.keys(), key, override.isForFuture))
          series.off.add(start);
      else if (isExcluded && isOutdated(override, series.event)) this.note(override, 'override_excluded');
      else series.changes.push(override);
    }
  }

  /** An occurrence whose series is not in the file may be one of a series on record. */
  private takeAlone(override: IcsEvent, hasMaster: boolean): void {
    const id = idOf(override);
    if (this.changeRecorded(override, isCancelled(override) ? null : inputOf(override, this.to))) {
      this.calendar.joined.push(id);
      return;
    }
    const single = this.recorded.singleAt(override.recurrenceId!);
    const isKnown = this.recorded.occurrences.some(({ sourceId }) => sourceId === id);
    this.takeSingle(override, single?.sourceId ?? id);
    if (single || isKnown || hasMaster) return;
    this.note(override, isCancelled(override) ? 'cancels_nothing' : 'series_unknown');
  }

  /**
   * @param input null where it is called off
   * @returns false where no series on record has it
   */
  private changeRecorded(override: IcsEvent, input: ReturnType<typeof inputOf> | null): boolean {
    const { line, details, start, sequence, lastModified: modified, isForFuture, status } = override;
    const found = this.recorded.seriesWith(override.recurrenceId!);
    const one = closest(override, found, ({ title }) => title);
    if (!one) return false;
    const { times, sourceId: seriesSourceId } = one;
    const hash = hashOf(input ? { input, status } : { status });
    const starts = expandSeries(times).map(({ key }) => key);
    for (const originalStart of input ? [one.key] : startsFrom(starts, one.key, isForFuture))
      this.calendar.occurrences.push({
        ...{ seriesSourceId, originalStart, input, sequence, modified, hash, line },
        name: nameOf(details.title, start),
      });
    return true;
  }

  private takeSeries(planned: PlannedSeries, overrides: IcsEvent[]): void {
    const { to, calendar } = this;
    const { event: master, id, times, changes, known } = planned;
    const { exdates, restored } = exclusionsOf(planned);
    if (exdates.length > 0 && isNothingLeft(planned, restored)) {
      // Nothing is left of it, which is nothing wrong.
      calendar.cancelled.push(id);
      return;
    }
    const input = { ...master.details, ...to };
    const said = { input, master, known, to, ...(restored.length > 0 && { restored }) };
    calendar.series.push({
      sourceId: id,
      digest: digestOf(said, master),
      input,
      times: { ...times, exdates },
      changes: changes.map((one): ImportedChange => {
        const changed = inputOf(one, to);
        const originalStart = originalOf(one.recurrenceId!, times);
        return { originalStart, digest: hashOf(changed), input: changed };
      }),
    });
    calendar.lines.set(id, master.line);
    this.joinRecorded(planned, overrides);
  }

  /** Occurrences that came before their series are no longer events of their own. */
  private joinRecorded({ id, times, occurrences, event }: PlannedSeries, overrides: IcsEvent[]): void {
    const overridden = new Set(overrides.map(idOf));
    for (const { sourceId, input, sourceDigest, title, date } of this.recorded.occurrences) {
      const originalStart = originalOf(timeOf(sourceId.slice(sourceId.lastIndexOf('/') + 1)), times);
      if (overridden.has(sourceId) || !occurrences.has(originalStart) || !input) continue;
      this.calendar.joined.push(sourceId);
      this.calendar.occurrences.push({
        ...{ seriesSourceId: id, originalStart, input, sequence: 0, modified: '', line: event.line },
        hash: sourceDigest?.split('.')[0] ?? '',
        name: nameOf(title, { wall: date, zone: 'UTC' }),
      });
    }
  }

  /** One that has no master, or of which the master says nothing, stands for itself. */
  private takeSingle(event: IcsEvent, sourceId: string): void {
    const { calendar } = this;
    const { status } = event;
    if (status === 'cancelled') {
      calendar.cancelled.push(sourceId);
      return;
    }
    const input = inputOf(event, this.to);
    calendar.events.push({ sourceId, digest: digestOf({ input, status }, event), input, status });
    calendar.lines.set(sourceId, event.line);
  }

  private tell({ line }: IcsEvent, note: EventNote): void {
    this.calendar.notes.push({ line, ...note });
  }

  private tellAll(event: IcsEvent): void {
    for (const note of event.notes) this.tell(event, note);
  }

  private note(event: IcsEvent, code: keyof typeof NOTES): void {
    const { details, start, rules } = event;
    const value = code === 'range_dropped' ? 'THISANDFUTURE' : rules.join(' ') || start.wall;
    this.tell(event, { code, value, message: `${nameOf(details.title, start)}: ${NOTES[code]}` });
  }
}

/** @param key `YYYYMMDD` or `YYYYMMDDTHHMMSSZ` */
function timeOf(key: string): IcsTime {
  const day = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6, 8)}`;
  const wall =
    key.length === 8 ? day : `${day}T${key.slice(9, 11)}:${key.slice(11, 13)}:${key.slice(13, 15)}`;
  return { wall, zone: 'UTC' };
}

const NOTES = {
  series_cut:
    'it has no end, or one too far away, and is kept for three years from now: import it again before that.',
  exception_rule_dropped: 'EXRULE is not kept: take out by hand the dates that should be left out.',
  range_dropped:
    'RANGE=THISANDFUTURE is not kept: the change is of this occurrence alone. Change the later ones by hand.',
  rule_dropped: 'the rule has no occurrence: only single dates are kept. Look whether the rule is right.',
  own_rule:
    'this change of one occurrence repeats itself, and is kept as a series of its own. Look whether it is meant so.',
  override_excluded:
    'it is left out: a newer version of its series leaves out that date. Look whether it takes place.',
  series_unknown:
    'it is one occurrence of a series that is not there, or has no such date, and is kept as an event of its own. Import the series, too.',
  cancels_nothing:
    'it is called off, and there is no such event. Import first what it is of, and then this once more.',
};
