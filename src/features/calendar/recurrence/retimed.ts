import { ruledWalls } from './expand-series.js';
import type { RuleParts } from './recurrence-rule.js';
import { originalStartAt, type SeriesTimes } from './series-times.js';

type Clock = Pick<SeriesTimes, 'allDay' | 'localStart' | 'duration' | 'timeZone'>;

/**
 * The same days at another time, of another length or in another zone: the single dates and the end of the rule follow
 * the clock.
 */
export function retimed(times: SeriesTimes, clock: Clock): SeriesTimes {
  const time = clock.localStart.slice(10);
  const same =
    times.localStart.slice(10) === time && times.allDay === clock.allDay && times.timeZone === clock.timeZone;
  if (same) return { ...times, ...clock };
  const follow = (wall: string): string => wall.slice(0, 10) + time;
  return {
    ...clock,
    rule: times.rule && endingOnTheSameDay(times, times.rule, clock),
    rdates: distinct(times.rdates.map(follow)),
    exdates: distinct(
      times.exdates.map((wall) => (wall.length === 10 && !times.allDay ? wall : follow(wall))),
    ),
  };
}

/** An end told in time would otherwise take the last day away, or let another one in. */
function endingOnTheSameDay(times: SeriesTimes, rule: RuleParts, clock: Clock): RuleParts {
  const until = rule.get('UNTIL');
  if (until === undefined || until.length === 8) return rule;
  const lastDay = ruledWalls(times, rule).at(-1)?.slice(0, 10);
  const end = lastDay && originalStartAt(lastDay + clock.localStart.slice(10), clock);
  return end ? new Map([...rule, ['UNTIL', end]]) : rule;
}

const distinct = (walls: string[]): string[] => [...new Set(walls)];
