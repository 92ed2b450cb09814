import type { MissingItem, Removal } from '../../features/calendar/import/missing-events.service.js';
import type { Doubled } from './compare-calendar.js';
import type { AddIssue } from './read-calendar.js';

/** More of one kind are counted, not listed. */
const LISTED = 100;

interface Warning {
  line?: number;
  message: string;
  value: string;
}

function tellEach(code: string, warnings: Warning[], addIssue: AddIssue): void {
  for (const { line = 0, message, value } of warnings.slice(0, LISTED))
    addIssue('warnings', line, code, message, value);
  const more = String(warnings.length - LISTED);
  if (warnings.length > LISTED) addIssue('warnings', 0, code, `And ${more} more of the same kind.`, more);
}

/** @param isOne whether the two are one event from now on */
export function tellDoubled(doubled: Doubled[], isOne: boolean, addIssue: AddIssue): void {
  const outcome = isOne
    ? 'it is taken for that one, and goes on as it is here'
    : 'both are kept. Where the whole calendar has new UIDs, import it with --calendar and --remove-missing; else remove one of the two here';
  const warnings = doubled.map(({ item, entry, line }) => ({
    ...{ line, value: entry.sourceId },
    message: `"${item.title}" of ${item.date} was imported before under another UID: ${outcome}.`,
  }));
  tellEach('doubled_event', warnings, addIssue);
}

export function tellRemoval({ cancelled, retained }: Removal, addIssue: AddIssue): void {
  const off = inOrder(cancelled).map((item) => ({
    value: item.date,
    message: item.isSeries
      ? `"${item.title}" is not in the file any more: ${eventsFrom(item)} ${areOff(item)}.`
      : `"${item.title}" of ${item.date} is not in the file any more, and is cancelled.`,
  }));
  const stay = inOrder(retained).map((item) => ({
    value: item.date,
    message: item.isSeries
      ? `"${item.title}" is not in the file any more, but was changed here: ${eventsFrom(item)} ${item.count === 1 ? 'stays' : 'stay'}. If it is off, remove it here.`
      : `"${item.title}" of ${item.date} is not in the file any more, but was changed here, and stays. If it is off, remove it here.`,
  }));
  tellEach('removed_missing', off, addIssue);
  tellEach('kept_missing', stay, addIssue);
}

const inOrder = (items: MissingItem[]): MissingItem[] =>
  items.toSorted((a, b) => a.date.localeCompare(b.date) || a.title.localeCompare(b.title));
const eventsFrom = ({ count, date }: MissingItem): string =>
  count === 1 ? `its event of ${date}` : `its ${count} events from ${date} on`;
const areOff = ({ count }: MissingItem): string => (count === 1 ? 'is cancelled' : 'are cancelled');

/** Events ahead that came to the same place while no calendar was named, and are not in the file. */
export function tellUnnamed(count: number, addIssue: AddIssue): void {
  if (count === 0) return;
  const message = `${count} events ahead were imported to the same place before without --calendar, and are not in this file: they stay, for nobody knows of which calendar they are. If some are off, remove them here.`;
  addIssue('warnings', 0, 'calendar_unknown', message, String(count));
}
