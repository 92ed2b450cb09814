import { describe, expect, it } from '@jest/globals';
import { Allow, ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { declaredPart, NestedBody } from './declared-members.js';

class Answer {
  @IsString()
  @MaxLength(5)
  text: string;
}

class Common {
  @IsOptional()
  @IsString()
  note?: string;
}

class Claim extends Common {
  @IsString()
  @MaxLength(5)
  name: string;

  @IsArray()
  @ArrayMaxSize(2)
  @NestedBody(() => Answer, { each: true })
  answers: Answer[];

  @IsArray()
  @ArrayMaxSize(2)
  @MaxLength(5, { each: true })
  tags: string[];

  @NestedBody(() => Answer)
  first: Answer;

  @Allow()
  free: unknown;
}

const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`unknown${index}`, index]));
const faultsOf = (body: unknown): unknown[] => declaredPart(Claim, body).faults;

describe('declaredPart', () => {
  it('keeps what the class and those that it extends declare, at every depth', () => {
    const body = {
      name: 'Ada',
      note: 'x',
      first: { text: 'a' },
      answers: [{ text: 'b' }, null],
      tags: ['t', 1],
    };
    expect(declaredPart(Claim, body)).toEqual({ value: body, free: {}, faults: [] });
  });

  it('leaves out what nobody declared', () => {
    const body = JSON.parse('{"__proto__":{"name":"x"},"constructor":{"name":"y"},"toString":1}') as object;
    const { value } = declaredPart(Claim, {
      ...many,
      ...body,
      first: { ...many, text: 'a' },
      answers: [many],
    });
    expect(value).toEqual({ first: { text: 'a' }, answers: [{}] });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('keeps apart, as it came, what a service reads itself', () => {
    const free = [{ question_id: 'x', more: [{ a: 1 }], ...many }, null, 'x', 1];
    expect(declaredPart(Claim, { name: 'Ada', free })).toEqual({
      value: { name: 'Ada' },
      free: { free },
      faults: [],
    });
  });

  it('keeps the kind of a wrong value, and nothing of its content', () => {
    const body = { name: many, note: [many], answers: many, tags: [many, [many]], first: [many] };
    expect(declaredPart(Claim, body).value).toEqual({
      name: {},
      note: [],
      answers: {},
      tags: [{}, []],
      first: [],
    });
    for (const [given, kept] of [
      [[many], []],
      ['x', 'x'],
      [null, null],
      [1, 1],
    ])
      expect(declaredPart(Claim, given)).toEqual({ value: kept, free: {}, faults: [] });
  });

  it('reports a text that is too long whatever its letters become, but for blanks around it', () => {
    const message = (name: string): string => `${name} must be shorter than or equal to 5 characters`;
    expect(faultsOf({ name: 'x'.repeat(21) })).toEqual([{ path: 'name', message: message('name') }]);
    expect(faultsOf({ answers: [{ text: 'x' }, { text: 'x'.repeat(1_000_000) }] })).toEqual([
      { path: 'answers.1.text', message: message('text') },
    ]);
    expect(faultsOf({ tags: ['x', 'x'.repeat(21)] })).toEqual([{ path: 'tags', message: message('tags') }]);
    expect(faultsOf({ name: `  ${'ᾂ'.normalize('NFD').repeat(5)}${' '.repeat(1_000)}` })).toEqual([]);
  });

  it('reports an array that is too long and does not look into it', () => {
    expect(faultsOf({ answers: Array.from({ length: 3 }, () => ({ text: 'x'.repeat(6) })) })).toEqual([
      { path: 'answers', message: 'answers must contain no more than 2 elements' },
    ]);
  });

  it('reports more than 30 marks on one letter, whatever stands between them and is removed', () => {
    const fault = { path: 'note', message: 'note must have no more than 30 combining marks in a row' };
    expect(faultsOf({ note: `e${'\u0301\u0316'.repeat(15)}` })).toEqual([]);
    expect(faultsOf({ note: `e${'\u0301\u0316'.repeat(16)}` })).toEqual([fault]);
    expect(faultsOf({ note: `e${'\u0301\u202e'.repeat(31)}` })).toEqual([fault]);
  });
});
