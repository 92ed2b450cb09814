import { describe, expect, it } from '@jest/globals';
import { emptyReport } from '../../../platform/import-report.js';
import { IssueLog } from '../issue-log.js';
import type { FileMode } from '../parse/manifest.js';
import { schoolYearOn } from './school-year.js';

const session = (line: number, start: string | null, end: string | null) => ({
  line,
  id: `y${line}`,
  title: '',
  start,
  end,
});
const LAST = session(2, '2025-08-20', '2026-06-20');
const THIS = session(3, '2026-08-20', '2027-06-20');
const NEXT = session(4, '2027-08-20', '2028-06-20');

function on(date: string, sessions = [LAST, THIS, NEXT], mode: FileMode = 'bulk') {
  const log = new IssueLog();
  const year = schoolYearOn(date, sessions, { users: mode, academicSessions: mode }, log);
  const report = emptyReport(false);
  log.writeTo(report);
  return { ...year, warnings: report.warnings.map(({ line, code }) => [line, code]) };
}

describe('schoolYearOn', () => {
  it.each(['2026-08-20', '2026-11-21', '2027-06-20'])('chooses the one that covers %s', (date) => {
    expect(on(date)).toEqual({ end: 2027, asOf: date, warnings: [] });
  });

  it('chooses the one that ends last where two overlap', () => {
    const college = session(9, '2026-09-01', '2026-12-01');
    expect(on('2026-11-21', [THIS, college]).end).toBe(2027);
  });

  it('chooses the last one begun in the holidays, read as of its end', () => {
    expect(on('2026-07-15')).toEqual({
      end: 2026,
      asOf: '2026-06-20',
      warnings: [[2, 'no_current_school_year']],
    });
  });

  it('chooses the last one begun for an export of years ago', () => {
    expect(on('2040-01-01')).toMatchObject({ end: 2028, asOf: '2028-06-20' });
  });

  it('chooses the first to come when none has begun', () => {
    expect(on('2020-01-01')).toMatchObject({ end: 2026, asOf: '2025-08-20' });
  });

  it.each([
    ['2026-07-31', 2026],
    ['2026-08-01', 2027],
    ['2027-01-01', 2027],
  ])('assumes August to July without any, on %s', (date, end) => {
    expect(on(date, [])).toEqual({ end, asOf: date, warnings: [[0, 'school_year_assumed']] });
  });

  it('assumes one without a word in an export of changes', () => {
    expect(on('2026-11-21', [], 'delta').warnings).toEqual([]);
  });

  it.each([
    ['2027-03-01', [NEXT], 2027],
    ['2027-03-01', [LAST], 2027],
    ['2027-03-01', [LAST, NEXT], 2027],
    ['2027-07-15', [NEXT], 2027],
    ['2027-08-15', [THIS], 2028],
  ])('assumes one on %s where an export of changes has another year only', (date, sessions, end) => {
    expect(on(date, sessions, 'delta')).toEqual({ end, asOf: date, warnings: [] });
  });

  it('follows an export of changes in the holidays before it and after it', () => {
    expect(on('2027-07-15', [THIS], 'delta')).toMatchObject({ end: 2027, asOf: '2027-06-20' });
    expect(on('2026-08-15', [THIS], 'delta')).toMatchObject({ end: 2027, asOf: '2026-08-20' });
  });

  it('passes over a session without an end', () => {
    expect(on('2026-11-21', [session(2, '2026-08-20', null)]).warnings).toEqual([[0, 'school_year_assumed']]);
  });
});
