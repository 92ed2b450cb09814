import { describe, expect, it } from '@jest/globals';
import { CsvReader, scan } from './csv-records.js';

const read = (text: string, delimiter = ',') => {
  const reader = new CsvReader(delimiter);
  return [...reader.read(text.split('\n')), ...reader.end()];
};

describe('scan', () => {
  it.each([
    ['a,b,c', ['a', 'b', 'c']],
    ['"a","b, c",""', ['a', 'b, c', '']],
    ['"a ""b"" c",d', ['a "b" c', 'd']],
    [',,', ['', '', '']],
    ['a, "b" ,c', ['a', 'b', 'c']],
    ['5" pipe,b', ['5" pipe', 'b']],
  ])('takes %s apart', (text, cells) => {
    expect(scan(text, ',')).toEqual({ cells, stray: false, open: false });
  });

  it('reads a quotation mark that was not doubled as a letter, and says so', () => {
    expect(scan('1,"Ada "Bee" Park",x', ',')).toEqual({
      cells: ['1', 'Ada "Bee" Park', 'x'],
      stray: true,
      open: false,
    });
  });

  it('drops the columns that are not wanted', () => {
    expect(scan('1,"hidden",hidden,x', ',', new Set([1, 2])).cells).toEqual(['1', '', '', 'x']);
  });
});

describe('CsvReader', () => {
  it('gives the physical line on which a record begins', () => {
    const records = read('id,name\n1,"North\nSchool"\n\n2,South');
    expect(records.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'id', 'name'],
      [2, '1', 'North\nSchool'],
      [5, '2', 'South'],
    ]);
  });

  it.each([
    ['up to the end of the file', 'id,name\n1,"Ada\n2,Ben\n3,Cem'],
    ['up to a quoted cell of the next row', 'id,name\n1,"Ada\n"2","Ben"\n3,Cem'],
    ['up to a quoted cell after another', 'id,name\n1,"Ada\n2,"Ben"\n3,Cem'],
  ])('loses only the row of a quotation mark that is never closed, %s', (_, text) => {
    const records = read(text);
    expect(records.map(({ line, broken }) => [line, broken])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
    expect(records[2]?.cells).toEqual(['2', 'Ben']);
  });

  it('still guesses the first cells of a broken row', () => {
    expect(read('id,name\n1,"Ada\n2,Ben')[1]?.cells[0]).toBe('1');
  });

  it('passes over blank lines', () => {
    expect(read('\n  \nid\n\n1\n').map(({ line }) => line)).toEqual([3, 5]);
  });
});
