import { describe, expect, it } from '@jest/globals';
import { placesOf, planMoves } from './moves.js';

const at = (school: string, ...students: string[]) => ({
  sourceId: school,
  given: { students, staff: [] },
});
const stored = (school: string, sourceId: string) => ({
  schoolId: `id of ${school}`,
  schoolSourceId: school,
  sourceId,
  graduationYear: null,
  grade: null,
});

/** Ann is on the rosters of `before`, and the export has her at `after`. */
function moves(before: string[], after: string[], refused: string[] = [], unclear: string[] = []) {
  const planned = planMoves(
    placesOf(after.map((school) => at(school, 'ann'))),
    before.map((school) => stored(school, 'ann')),
    new Set(refused),
    new Set(unclear),
  );
  const schools = [...new Set([...before, ...after])];
  return {
    waitsAt: schools.filter((school) => planned.of(school).waiting.has('ann')),
    keptBy: schools.filter((school) => planned.of(school).moving.has('ann')),
    takenBy: schools.filter((school) => planned.of(school).from.size > 0),
    told: planned.waiting.map(({ code, refused: school }) => `${code} ${school}`),
  };
}
const NOTHING = { waitsAt: [], keptBy: [], takenBy: [], told: [] };

describe('planMoves', () => {
  it('lets the school that a student goes to take them from the one that they were at', () => {
    expect(moves(['a'], ['b'])).toEqual({ ...NOTHING, keptBy: ['a'], takenBy: ['b'] });
  });

  it.each([
    ['b', 'move_waits b'],
    ['a', 'move_waits a'],
  ])('lets a move wait where %s is refused', (refused, told) => {
    expect(moves(['a'], ['b'], [refused])).toEqual({
      waitsAt: ['b'],
      keptBy: ['a'],
      takenBy: [],
      told: [told],
    });
  });

  it('lets a student go to the one of two schools that is not refused', () => {
    expect(moves(['a'], ['b', 'c'], ['b'])).toEqual({
      ...NOTHING,
      keptBy: ['a'],
      takenBy: ['c'],
      told: ['arrival_waits b'],
    });
  });

  it('leaves each school to itself where a student of two gives one up, or is new', () => {
    expect(moves(['a', 'b'], ['b'])).toEqual(NOTHING);
    expect(moves(['a', 'b'], ['b'], ['a'])).toEqual({ ...NOTHING, told: ['departure_waits a'] });
    expect(moves(['a'], ['a', 'b'], ['b'])).toEqual({ ...NOTHING, told: ['arrival_waits b'] });
    expect(moves([], ['b'], ['b'])).toEqual({ ...NOTHING, told: ['arrival_waits b'] });
    expect(moves(['b'], ['b'], ['b'])).toEqual(NOTHING);
  });

  it('takes nobody from anywhere of whom the export is not clear', () => {
    expect(moves(['a'], ['b'], [], ['ann'])).toEqual(NOTHING);
  });
});
