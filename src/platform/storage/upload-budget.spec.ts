import { describe, expect, it } from '@jest/globals';
import { UnavailableError } from '../errors/app-error.js';
import { UploadBudget } from './upload-budget.js';

describe('the bytes that are on their way', () => {
  it('count so many of one caller, and others still have room', () => {
    const budget = new UploadBudget({ all: 100, ofOneCaller: 30 });
    budget.reserve('a', 30);
    expect(() => budget.reserve('a', 1)).toThrow(UnavailableError);
    budget.reserve('b', 30);
  });

  it('count so many of all callers together', () => {
    const budget = new UploadBudget({ all: 100, ofOneCaller: 60 });
    budget.reserve('a', 60);
    budget.reserve('b', 40);
    expect(() => budget.reserve('c', 1)).toThrow(UnavailableError);
  });

  it('come back once, however often that is said', () => {
    const budget = new UploadBudget({ all: 100, ofOneCaller: 60 });
    const release = budget.reserve('a', 60);
    release();
    release();
    budget.reserve('a', 60);
    expect(() => budget.reserve('a', 1)).toThrow(UnavailableError);
  });
});
