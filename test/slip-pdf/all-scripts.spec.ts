import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { startImportApp, type ImportApp } from '../imports/a-fed-app.js';
import { HAS_FURTHER_FONTS } from '../support/files/further-fonts.js';
import { aSignatureInput } from '../support/permission-slip.factory.js';
import { aSchool } from '../support/school.factory.js';
import { fontsOf, HAS_PDF_READER, letters, metadataOf, textOf } from '../support/files/pdf-reader.js';
import { shownGlyphs } from './glyphs.js';
import { FURTHER_SCRIPTS, SCRIPTS_OF_EVERY_INSTALL } from './written-scripts.js';

if (!HAS_PDF_READER) process.stderr.write('poppler-utils is not installed: no PDF is read\n');

const SCRIPTS = { ...SCRIPTS_OF_EVERY_INSTALL, ...(HAS_FURTHER_FONTS ? FURTHER_SCRIPTS : {}) };

let t: ImportApp;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());

const row = ([script, words]: [string, string]): string =>
  `<tr><td>${script}</td><td>${words}</td><td><strong>${words}</strong></td></tr>`;

/** The words of all scripts as the content file has them, on a slip that a parent has signed, as they get it. */
async function signedSlip(words: Record<string, string>): Promise<Buffer> {
  const school = await aSchool(t);
  const report = await t.bring(school.id, {
    permission_slips: [
      {
        key: 'scripts',
        title: Object.values(words)[0]!,
        body: `<table>${Object.entries(words).map(row).join('')}</table>`,
        statement: Object.values(words).join(' '),
        answer_per: 'student',
        signature_required: true,
        opens_at: '2026-01-01T00:00:00Z',
        questions: Object.entries(words)
          .slice(-20)
          .map(([, text]) => ({ type: 'short_text' as const, text })),
      },
    ],
  });
  expect(report).toMatchObject({ errors: [], created: { permission_slips: 1 } });
  const student = await school.student();
  const { token } = await school.parentOf(student);
  const { body: list } = await t.api.get(`/schools/${school.id}/permission-slips`, { token });
  const [{ id }] = list.permission_slips;
  const { body: slip } = await t.api.get(`/permission-slips/${id}`, { token });
  const answer = {
    student_id: student.id,
    decision: 'granted',
    answers: slip.questions.map((question: { id: string; text: string }) => ({
      question_id: question.id,
      text: question.text,
    })),
    signature: aSignatureInput(),
  };
  const { body: response } = await t.api.post(`/permission-slips/${id}/responses`, { token, body: answer });
  const path = `${t.url}/api/v1/permission-slips/${id}/responses/${response.id}/pdf`;
  const pdf = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
  expect(pdf.status).toBe(200);
  return Buffer.from(await pdf.arrayBuffer());
}

(HAS_PDF_READER ? describe : describe.skip)('A signed slip in all scripts', () => {
  it('prints every letter of each of them', async () => {
    const pdf = await signedSlip(SCRIPTS);
    // To be looked at: PDF_OF_SCRIPTS=/tmp/scripts.pdf npm test -- test/slip-pdf/all-scripts
    if (process.env.PDF_OF_SCRIPTS) writeFileSync(process.env.PDF_OF_SCRIPTS, pdf);
    const { shown, boxes } = shownGlyphs(pdf);
    expect(shown).toBeGreaterThan(1000);
    expect(boxes).toBe(0);
    // What Typst claims only where every letter is there.
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1</pdfuaid:part>');
    const fonts = fontsOf(pdf);
    expect(fonts.filter(({ embedded, readable }) => !embedded || !readable)).toEqual([]);
    expect(fonts.length).toBeGreaterThan(HAS_FURTHER_FONTS ? 80 : 20);
    const read = letters(textOf(pdf));
    const readAgain = ['Cyrillic', 'Greek', 'Georgian', 'Han', 'Hangul'].filter((script) =>
      read.includes(letters(SCRIPTS[script]!)),
    );
    expect(readAgain).toHaveLength(5);
  });

  it('shows a box for a letter that no font has, and claims no PDF/UA then', async () => {
    const pdf = await signedSlip({ 'Linear A': '𐘀𐘁' });
    expect(shownGlyphs(pdf).boxes).toBeGreaterThan(0);
    expect(metadataOf(pdf)).not.toContain('pdfuaid:part');
  });
});
