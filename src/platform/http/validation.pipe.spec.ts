import { describe, expect, it } from '@jest/globals';
import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { ValidationFailedError } from '../errors/app-error.js';
import { RequestValidation } from './validation.pipe.js';

class Filter {
  @IsOptional()
  @IsString()
  q?: string;
}

class Day {
  @IsString()
  date: string;
}

class Title {
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  title: string;
}

const validation = new RequestValidation();
const judged = (metatype: typeof Filter | typeof Day | typeof Title, query: object = {}): Promise<unknown> =>
  validation.transform(query, { type: 'query', metatype });

describe('an empty query', () => {
  it('fails every time where something is required', async () => {
    for (const query of [{}, {}, { date: '2026-11-22' }, {}]) {
      const answer = judged(Day, query);
      if ('date' in query) expect(await answer).toEqual(query);
      else await expect(answer).rejects.toThrow(ValidationFailedError);
    }
  });

  it('passes where nothing is, and lets nothing wrong through after it', async () => {
    expect([await judged(Filter), await judged(Filter)]).toEqual([new Filter(), new Filter()]);
    await expect(judged(Filter, { q: ['a'] })).rejects.toThrow(ValidationFailedError);
  });
});

describe('a query that was right before', () => {
  it('says nothing about the same query where something else is asked for', async () => {
    await judged(Filter, { q: 'a' });
    await expect(judged(Day, { q: 'a' })).rejects.toThrow(ValidationFailedError);
  });

  it('says nothing about another query, whatever its values look like', async () => {
    await judged(Filter, { q: 'a,b' });
    await expect(judged(Filter, { q: ['a', 'b'] })).rejects.toThrow(ValidationFailedError);
    await expect(judged(Filter, { q: ['a,b'] })).rejects.toThrow(ValidationFailedError);
  });
});

describe('a value that is not there', () => {
  it.each([{}, { title: null }, { title: undefined }])('comes up once, as missing: %j', async (body) => {
    await expect(judged(Title, body)).rejects.toMatchObject({
      details: { fields: [{ path: 'title', message: 'title is missing' }] },
    });
  });
});
