import { describe, expect, it } from '@jest/globals';
import { IsOptional, IsString } from 'class-validator';
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

describe('an empty query', () => {
  const validation = new RequestValidation();
  const judged = (metatype: typeof Filter | typeof Day, query: object = {}): Promise<unknown> =>
    validation.transform(query, { type: 'query', metatype });

  it('is refused every time where something is required', async () => {
    for (const query of [{}, {}, { date: '2026-11-22' }, {}]) {
      const answer = judged(Day, query);
      if ('date' in query) expect(await answer).toEqual(query);
      else await expect(answer).rejects.toThrow(ValidationFailedError);
    }
  });

  it('is another object each time where nothing is, and lets nothing wrong through after it', async () => {
    const [first, second] = [await judged(Filter), await judged(Filter)];
    expect([first, second]).toEqual([new Filter(), new Filter()]);
    expect(first).not.toBe(second);
    await expect(judged(Filter, { q: ['a'] })).rejects.toThrow(ValidationFailedError);
  });
});
