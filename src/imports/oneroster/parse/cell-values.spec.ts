import { describe, expect, it } from '@jest/globals';
import { emptyReport } from '../../../platform/import-report.js';
import { IssueLog } from '../issue-log.js';
import { dateCell, idList, isActive, isDisabled, isTrue } from './cell-values.js';
import { clean } from './csv-table.js';

const PLACE = { file: 'users.csv', line: 2 };

function issuesOf(log: IssueLog): string[] {
  const report = emptyReport(false);
  log.writeTo(report);
  return report.warnings.map((issue) => issue.code);
}

describe('clean', () => {
  it('trims, composes and drops control characters', () => {
    expect(clean(' \u0000Zoe\u0308\t\u0007 Park\u00a0 ')).toBe('Zoë Park');
  });
});

describe('idList', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [' a ; "b" | a ', ['a', 'b']],
    ['{a},[b]', ['a', 'b']],
    ['NULL', []],
    ['A,a', ['A', 'a']],
  ])('reads %j as %j', (cell, ids) => expect(idList(cell)).toEqual(ids));
});

describe('isDisabled', () => {
  const place = { file: 'users.csv', line: 2 };
  const warned = (cell: string): [boolean, unknown[]] => {
    const log = new IssueLog();
    const report = emptyReport(false);
    const found = isDisabled(cell, place, log);
    log.writeTo(report);
    return [found, report.warnings.map(({ code, value }) => [code, value])];
  };
  it.each(['false', 'FALSE', '0', 'no', 'N', 'inactive'])('returns true for %s', (cell) =>
    expect(warned(cell)).toEqual([true, []]),
  );
  it.each(['', 'true', 'TRUE', '1', 'yes', 'active'])('returns false for %j', (cell) =>
    expect(warned(cell)).toEqual([false, []]),
  );
  it('returns false for a word that is not known, with a warning', () =>
    expect(warned('maybe')).toEqual([false, [['unknown_enabled', 'maybe']]]));
});

describe('isTrue', () => {
  it.each(['TRUE', '1', 'primary'])('returns true for %s', (cell) => expect(isTrue(cell)).toBe(true));
  it.each(['', 'FALSE', 'secondary'])('returns false for %j', (cell) => expect(isTrue(cell)).toBe(false));
});

describe('isActive', () => {
  it.each([
    ['', true],
    ['Active', true],
    ['tobedeleted', false],
    ['toBeDeleted', false],
    ['inactive', false],
  ])('reads %j as %s', (cell, expected) => expect(isActive(cell, PLACE, new IssueLog())).toBe(expected));

  it('takes an odd word as active and reports it', () => {
    const log = new IssueLog();
    expect(isActive('enrolled', PLACE, log)).toBe(true);
    expect(issuesOf(log)).toEqual(['unknown_status']);
  });
});

describe('dateCell', () => {
  it.each([
    ['2026-09-05', '2026-09-05'],
    ['2026-09-05T18:25:43.511Z', '2026-09-05'],
    ['9/5/2018', '2018-09-05'],
    ['09/05/18', '2018-09-05'],
    ['9/5/2018 0:00', '2018-09-05'],
  ])('reads %s', (cell, date) => expect(dateCell(cell, PLACE, new IssueLog())).toBe(date));

  it.each(['2026-02-30', '13/13/2026', 'soon', '20260905'])('reports %s', (cell) => {
    const log = new IssueLog();
    expect(dateCell(cell, PLACE, log)).toBeNull();
    expect(issuesOf(log)).toEqual(['invalid_date']);
  });

  it('says nothing of an empty cell', () => {
    const log = new IssueLog();
    expect(dateCell('', PLACE, log)).toBeNull();
    expect(issuesOf(log)).toEqual([]);
  });
});
