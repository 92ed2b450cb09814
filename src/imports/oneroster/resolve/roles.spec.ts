import { describe, expect, it } from '@jest/globals';
import { isKnownRole, isNoGuardian, isStudent, relationOf, staffTitle } from './person.js';

describe('roles', () => {
  it.each([
    ['teacher', 'Teacher'],
    ['TEACHER', 'Teacher'],
    ['siteAdministrator', 'Site Administrator'],
    ['Site Administrator', 'Site Administrator'],
    ['counselor', 'Counselor'],
    ['proctor', 'Proctor'],
    ['parent', null],
    ['student', null],
    ['janitor', null],
  ])('give %s the title %s', (role, title) => expect(staffTitle(role)).toBe(title));

  it.each([
    ['parent', 'parent'],
    ['Mother', 'mother'],
    ['step-father', 'stepparent'],
    ['Grandmother', 'grandparent'],
    ['aunt', 'relative'],
    ['sibling', 'relative'],
    ['Legal Guardian', 'guardian'],
    ['teacher', null],
    ['', null],
  ])('makes of %j the relation %s', (word, relation) => expect(relationOf(word)).toBe(relation));

  it.each(['doctor', 'aide', 'teacher', 'Emergency Contact'])('makes no guardian of a %s', (word) => {
    expect(isNoGuardian(word)).toBe(true);
  });

  it('knows students and unknown words apart', () => {
    expect(isStudent('Student')).toBe(true);
    expect(isKnownRole('janitor')).toBe(false);
    expect(isKnownRole('aunt')).toBe(true);
  });
});
