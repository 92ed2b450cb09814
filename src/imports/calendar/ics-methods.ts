import type { IcsComponent, PlacedMethod } from './ics-components.js';

/** The method of a calendar message, which says what is to be done with its events (RFC 5546 section 1.4). */
export interface IcsMethod {
  /** In capital letters. */
  name: string;
  /** It stands among the events, where a calendar has none, so that it is of one of them at most. */
  isAmongEvents: boolean;
}

/**
 * The METHOD of each event: its own, else the one that stands beside it, else that of the head of its calendar. Where one
 * stands behind the last event, each belongs to the event before it, else to the one behind it.
 */
export function methodsOf(events: IcsComponent[], methods: PlacedMethod[]): (IcsMethod | null)[] {
  const head = methods.findLast(({ after }) => after === 0);
  const isBehind = methods.some(({ after }) => after > 0 && after === events.length);
  return events.map(({ properties }, at) => {
    const own = properties.find(({ name }) => name === 'METHOD');
    if (own) return { name: own.value.trim().toUpperCase(), isAmongEvents: false };
    const beside = methods.findLast(({ after }) => after > 0 && after === (isBehind ? at + 1 : at));
    const isOnlyOne = events.length === 1;
    if (beside) return { name: beside.name, isAmongEvents: !isOnlyOne };
    return head ? { name: head.name, isAmongEvents: false } : null;
  });
}
