import { describe, expect, it } from '@jest/globals';
import { tablesWithoutSchool } from '../support/statements/school-predicates.js';

/*
 * What `npm test` looks at every statement with that the service has sent. It fails where one reads or writes rows of a
 * school that it does not say: see test/support/statements/across-schools.ts.
 */

const TABLES = new Set(['students', 'guardians', 'memberships', 'notes', 'schools']);
const unbound = (statement: string): string[] => tablesWithoutSchool(statement, TABLES);

describe('a statement says the school of its tables', () => {
  it.each([
    'select * from students where school_id = $1 and id = $2',
    'select * from students where school_id = any ($1)',
    'select * from users where id = $1',
    'select * from students s join guardians g on g.school_id = s.school_id and g.student_id = s.id where s.school_id = $1',
    'select * from students s join guardians g using (school_id) where s.school_id = $1',
    'select * from students s left join notes n on (n.school_id, n.student_id) = (s.school_id, s.id) where s.school_id = $1',
    'select * from students s where s.school_id = $1 and exists (select from notes n where n.school_id = s.school_id)',
    'with x as (select * from students where school_id = $1) select * from x join notes n on n.school_id = x.school_id',
    'select * from unnest($1::uuid[]) as asked(school) join students s on s.school_id = asked.school',
    'select * from memberships m join schools s on s.id = m.school_id where m.user_id = $1',
    'update students set email = null where (school_id, id) in (select school_id, student_id from notes where school_id = $1)',
    'delete from notes using students s where s.school_id = $1 and notes.school_id = s.school_id',
    'insert into notes (school_id, body) select school_id, email from students where school_id = $1',
  ])('%s', (statement) => {
    expect(unbound(statement)).toEqual([]);
  });
});

describe('a statement without it is found', () => {
  it.each([
    ['select * from students where id = $1', 'students'],
    ['select * from students where school_id = $1 or id = $2', 'students'],
    ['select * from students where not (school_id = $1)', 'students'],
    [
      'select * from students s join guardians g on g.student_id = s.id where s.school_id = $1',
      'guardians g',
    ],
    ['select * from students s join guardians g using (school_id) where g.id = $1', 'students s'],
    ['select * from students s left join notes n on s.school_id = $1 and n.school_id = $1', 'students s'],
    [
      'select * from students s where s.school_id = $1 and exists (select from notes n where n.body = $2)',
      'notes n',
    ],
    ['select (select count(*) from notes) from students where school_id = $1', 'notes'],
    ['with x as (select * from notes) select * from x where x.school_id = $1', 'notes'],
    ['select * from memberships m join schools s on s.id = m.school_id where m.id = $1', 'memberships m'],
    ['select * from memberships m where m.user_id = m.id', 'memberships m'],
    [
      'update students set email = null from guardians g where g.school_id = $1 and g.student_id = students.id',
      'students',
    ],
    ['delete from notes where student_id = $1', 'notes'],
    ['insert into notes (body) values ($1)', 'notes'],
    ['declare pages no scroll cursor for select * from notes', 'notes'],
  ])('%s', (statement, table) => {
    expect(unbound(statement)).toContain(table);
  });
});
