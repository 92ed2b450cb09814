import { describe, expect, it } from '@jest/globals';
import { graduationYear, highestGrade, levelOf, spelled, unknownGrade } from './school-year.js';

describe('levelOf', () => {
  it.each([
    ['PK', -1],
    ['Pre-K', -1],
    ['-1', -1],
    ['TK', -1],
    ['KG', 0],
    ['K', 0],
    ['Kindergarten', 0],
    ['00', 0],
    ['01', 1],
    ['4', 4],
    ['04', 4],
    ['4.0', 4],
    ['4th', 4],
    ['Grade 5', 5],
    ['5th Grade', 5],
    ['Gr. 6', 6],
    ['12', 12],
    ['Senior', 12],
    ['5 (retained)', 5],
    ['5 retained', 5],
    ['First', 1],
    ['Twelfth Grade', 12],
    ['grade five', 5],
    ['Year 7', 7],
    ['PK3', -2],
    ['PreK 4', -1],
    ['K4', -1],
    ['K - AM', 0],
    ['12+', 12],
    ['9 - Freshman', 9],
    ['5th Grader', 5],
    ['13', null],
    ['PS', null],
    ['ps1', null],
    ['PR', null],
    ['IT', null],
    ['UG', null],
    ['Other', null],
    ['1-2', null],
    ['404', null],
    ['', null],
  ])('reads %j as %s', (grade, level) => expect(levelOf(grade)).toBe(level));
});

describe('spelled', () => {
  it.each([
    ['04', '4'],
    ['4th', '4'],
    ['KG', 'K'],
    ['PK', 'PK'],
    ['TK', 'TK'],
    ['UG', 'UG'],
  ])('makes %s %s', (grade, expected) => expect(spelled(grade)).toBe(expected));
});

describe('highestGrade', () => {
  it('chooses the highest of several', () => expect(highestGrade(['09', '10', 'UG'])).toBe('10'));
  it('chooses the first of unknown ones', () => expect(highestGrade(['UG', 'Other'])).toBe('UG'));
  it('returns none for none', () => expect(highestGrade([])).toBeNull());
});

describe('unknownGrade', () => {
  it.each([
    [['05'], null],
    [['UG'], null],
    [['Adult Education'], null],
    [['PS'], null],
    [[], null],
    [['Blue group'], 'Blue group'],
    [['Blue group', '05'], null],
    [['1-2'], '1-2'],
  ])('reads %j as %s', (grades, unknown) => expect(unknownGrade(grades)).toBe(unknown));
});

describe('graduationYear', () => {
  it.each([
    ['12', 2027],
    ['K', 2039],
    ['PK', 2040],
    ['UG', undefined],
    [null, undefined],
  ])('reads grade %s in 2026–27 as %s', (grade, year) => expect(graduationYear(grade, 2027)).toBe(year));
});
