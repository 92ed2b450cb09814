import { ruledWalls } from './expand-series.js';
import type { RuleParts } from './recurrence-rule.js';
import { dayOf, justBefore, originalStartAt, type OriginalStart, type SeriesTimes } from './series-times.js';

/**
 * The series as two that together are what was there: the occurrences before the cut, and those from it on (contract
 * section 7, rule 6). Either is null when it has none.
 */
export function splitSeries(
  times: SeriesTimes,
  cut: OriginalStart,
): { before: SeriesTimes | null; after: SeriesTimes | null } {
  const isBefore = (wall: string): boolean => (originalStartAt(wall, times) ?? '') < cut;
  const [rule, walls] = [times.rule, times.rule ? ruledWalls(times, times.rule) : [times.localStart]];
  const [earlier, later] = [walls.filter(isBefore), walls.filter((wall) => !isBefore(wall))];
  const cutDay = dayOf(cut, times.timeZone);
  return {
    before: half(times, earlier, {
      rule: rule && later.length > 0 ? endingBefore(rule, cut) : rule,
      rdates: times.rdates.filter(isBefore),
      exdates: times.exdates.filter((wall) => wall.slice(0, 10) <= cutDay),
    }),
    after: half(times, later, {
      rule: rule && counting(rule, later.length),
      rdates: times.rdates.filter((wall) => !isBefore(wall)),
      exdates: times.exdates.filter((wall) => wall.slice(0, 10) >= cutDay),
    }),
  };
}

/** Where the rule has nothing left, what is left are single dates. */
function half(
  times: SeriesTimes,
  walls: string[],
  parts: Pick<SeriesTimes, 'rule' | 'rdates' | 'exdates'>,
): SeriesTimes | null {
  if (walls[0] !== undefined) return { ...times, ...parts, localStart: walls[0] };
  const [first, ...rest] = parts.rdates.toSorted();
  return first === undefined ? null : { ...times, ...parts, localStart: first, rule: null, rdates: rest };
}

/** UNTIL takes the place of COUNT, which would count on after another change of the rule. */
function endingBefore(rule: RuleParts, cut: OriginalStart): RuleParts {
  const rest = [...rule].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL');
  return new Map([...rest, ['UNTIL', justBefore(cut)]]);
}

const counting = (rule: RuleParts, count: number): RuleParts =>
  rule.has('COUNT') ? new Map([...rule, ['COUNT', String(count)]]) : rule;
