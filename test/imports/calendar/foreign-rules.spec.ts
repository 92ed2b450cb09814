import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { icsCalendars, type IcsComponent } from '../../../src/imports/calendar/ics-components.js';
import {
  expandSeries,
  ruledWalls,
  StartOffRuleError,
} from '../../../src/features/calendar/recurrence/expand-series.js';
import {
  acceptedRule,
  UnreadableRuleError,
  type RuleParts,
} from '../../../src/features/calendar/recurrence/recurrence-rule.js';
import { repeating } from '../../support/models/repeating.js';

/*
 * Rules with the number of occurrences that somebody else has counted, in the form of libical's test-data/recur.txt:
 * RECURRENCE_CASES=path/to/recur.txt names such a file, which is no part of the product.
 */

const BOUNDS = { occurrences: 1000, years: 60 };

/** Of the same form, counted by hand. */
const OWN = `BEGIN:VCALENDAR
BEGIN:VEVENT
DESCRIPTION:The second Tuesday of three months
DTSTART;TZID=America/New_York:20260908T153000
RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3
X-EXPECT-NUMEVENTS: 3
END:VEVENT
BEGIN:VEVENT
DESCRIPTION:Every 31st of a year, from a 30th
DTSTART;TZID=America/New_York:20260930T153000
RRULE:FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20270930
X-EXPECT-NUMEVENTS: 7
END:VEVENT
BEGIN:VEVENT
DESCRIPTION:Weekdays until a Wednesday at the start
DTSTART;TZID=America/New_York:20260907T153000
RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260916T193000Z
X-EXPECT-NUMEVENTS: 8
END:VEVENT
END:VCALENDAR`;

interface Case {
  name: string;
  start: string;
  zone: string;
  rule: RuleParts;
  exdates: string[];
  count: number;
}

const valueOf = ({ properties }: IcsComponent, name: string): string =>
  properties.find((property) => property.name === name)?.value.trim() ?? '';

/** Those whose rule the API accepts; rules of what is left out it does not have. */
function casesOf(text: string): Case[] {
  return icsCalendars(text)
    .flatMap(({ components }) => components)
    .flatMap((component) => {
      const start = wallOf(valueOf(component, 'DTSTART'));
      const zone = component.properties.find(({ name }) => name === 'DTSTART')?.params.TZID ?? 'UTC';
      const rule = accepted(valueOf(component, 'RRULE'));
      if (!start || !rule || valueOf(component, 'EXRULE')) return [];
      return {
        name: `${valueOf(component, 'DESCRIPTION')} (line ${component.line})`,
        start,
        zone,
        rule,
        exdates: valueOf(component, 'EXDATE')
          .split(',')
          .map(wallOf)
          .filter((wall) => wall !== null),
        count: Number(valueOf(component, 'X-EXPECT-NUMEVENTS')),
      };
    });
}

function wallOf(value: string): string | null {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(value) ?? [];
  return year ? `${year}-${month}-${day}${hour ? `T${hour}:${minute}` : ''}` : null;
}

function accepted(rule: string): RuleParts | null {
  try {
    return acceptedRule(rule);
  } catch (error) {
    if (error instanceof UnreadableRuleError) return null;
    throw error;
  }
}

const path = process.env.RECURRENCE_CASES;
const files: [name: string, text: string][] = [['our own', OWN]];
if (path && existsSync(path)) files.push([path, readFileSync(path, 'utf8')]);
else process.stderr.write('Skipped: rules counted by others need RECURRENCE_CASES, a file like recur.txt\n');

describe.each(files)('Rules of %s', (_, text) => {
  it('number at least one', () => expect(casesOf(text).length).toBeGreaterThan(0));

  it.each(casesOf(text).map((one): [string, Case] => [one.name, one]))(
    'yield as many occurrences as are expected: %s',
    (_name, { start, zone, rule, exdates, count }) => {
      const times = { ...repeating(start, null, { timeZone: zone, exdates }), rule };
      const walls = ruledWalls(times, rule, BOUNDS);
      expect(walls.filter((wall) => !exdates.includes(wall))).toHaveLength(count);
      if (walls.includes(start))
        expect(expandSeries(times, BOUNDS).filter(({ excluded }) => !excluded)).toHaveLength(count);
      else expect(() => expandSeries(times, BOUNDS)).toThrow(StartOffRuleError);
    },
  );
});
