import { describe, expect, it } from '@jest/globals';
import { fileNameOf } from './accepted-upload.js';

describe('The name of a file', () => {
  it.each(['', '   ', '.pdf', 'Letter', 'folder/', '..', '/', 'a.pdf/', '\u0000', '\u202e.pdf'])(
    'counts as none: %j',
    (sent) => {
      expect(fileNameOf(sent)).toBeNull();
    },
  );

  it.each([
    ['Letter.pdf', 'Letter.pdf'],
    [' Letter to parents .pdf ', 'Letter to parents.pdf'],
    ['C:\\Users\\ada\\Letter.pdf', 'Letter.pdf'],
    ['../../etc/Letter.pdf', 'Letter.pdf'],
    ['Elternbrief Mu\u0308ller.pdf', 'Elternbrief Müller.pdf'],
    ['お知らせ.docx', 'お知らせ.docx'],
    ['Let\r\nter\u0000.pdf', 'Let ter.pdf'],
    ['Letter\u202efdp.exe.pdf', 'Letterfdp.exe.pdf'],
    ['v1.2 final.tar.XLSX', 'v1.2 final.tar.XLSX'],
    ['\ud800.pdf', '\ufffd.pdf'],
  ])('%j is kept as %j', (sent, stored) => {
    expect(fileNameOf(sent)).toBe(stored);
  });

  it('takes at most 200 characters, and its extension with them', () => {
    expect(fileNameOf(`${'x'.repeat(300)}.jpeg`)).toBe(`${'x'.repeat(195)}.jpeg`);
    expect(fileNameOf(`${'🏫'.repeat(300)}.pdf`)).toBe(`${'🏫'.repeat(196)}.pdf`);
  });
});
