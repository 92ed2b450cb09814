import { describe, expect, it } from '@jest/globals';
import { markersIn, markSql, mutated, withoutMarkers } from './sql-mutants.mjs';

/** What becomes of a text of SQL, mutant by mutant, without its spaces; those that say nothing of their own left out. */
function mutantsOf(sql: string): string[] {
  const { source, mutants } = markSql('a.ts', `const text = \`${sql}\`;`, 1);
  const text = source.slice('const text = `'.length, -'`;'.length);
  expect(withoutMarkers(text)).toBe(sql);
  const changed = mutants.map((mutant) => mutated(text, mutant.sql));
  return changed.filter((one) => one !== null).map((one) => one.replace(/\s+/g, ' ').trim());
}

describe('A mutant of SQL', () => {
  it('turns every operator into another one', () => {
    expect(mutantsOf('s.a <= $1::int')).toEqual(['s.a < $1::int']);
    expect(mutantsOf('s.a is not null')).toEqual(['s.a is null']);
    expect(mutantsOf('not s.a::boolean')).toEqual(['s.a::boolean']);
    expect(mutantsOf('not exists (select)')).toEqual(['exists (select)']);
    expect(mutantsOf('s.a && $1::int[]')).toEqual(['s.a @> $1::int[]']);
    expect(mutantsOf("s.a > now() - interval '1 day'")).toEqual([
      "s.a >= now() - interval '1 day'",
      "s.a > now() + interval '1 day'",
    ]);
  });

  it('takes a condition away from others', () => {
    expect(mutantsOf('(s.a::boolean or s.b::boolean and f(s.c, 1)::boolean)')).toEqual([
      '(s.a::boolean and s.b::boolean and f(s.c, 1)::boolean)',
      '(s.a::boolean or (false and ( s.b::boolean )) and f(s.c, 1)::boolean)',
      '( (false and (s.a::boolean )) or s.b::boolean and f(s.c, 1)::boolean)',
      '(s.a::boolean or s.b::boolean or f(s.c, 1)::boolean)',
      '(s.a::boolean or s.b::boolean and (true or ( f(s.c, 1)::boolean)) )',
      '(s.a::boolean or (true or ( s.b::boolean )) and f(s.c, 1)::boolean)',
    ]);
  });

  it('takes away the only condition of a statement or a join', () => {
    expect(mutantsOf('select 1 from a join b on f(b.c) where g(a.d) order by 1')).toEqual([
      'select 1 from a join b on (true or ( f(b.c) )) where g(a.d) order by 1',
      'select 1 from a join b on f(b.c) where (true or ( g(a.d) )) order by 1',
    ]);
  });

  it('turns a branch of a case round', () => {
    expect(mutantsOf("case s.a when 'x' then f(s.b) else s.c::boolean end")).toEqual([
      "case s.a when 'x' then (not ( f(s.b) )) else s.c::boolean end",
      "case s.a when 'x' then f(s.b) else (not ( s.c::boolean )) end",
    ]);
  });

  it('leaves alone what is in quotes, and texts that are no SQL', () => {
    expect(mutantsOf("s.a::text || 'this and that, or not'")).toEqual([]);
    expect(markSql('a.ts', 'const said = `${name} is required and not given`;', 1).mutants).toEqual([]);
  });

  it('appears in every statement that its text has become a part of', () => {
    const { source, mutants } = markSql('a.ts', 'const isOwn = `s.owner = $1::uuid`;', 7);
    const part = source.slice('const isOwn = `'.length, -'`;'.length);
    expect(markersIn(`${part} or ${part}`)).toEqual([7, 7]);
    expect(mutated(`${part} or ${part}`, mutants[0]!.sql)).toBe('s.owner <> $1::uuid or s.owner <> $1::uuid');
  });
});
