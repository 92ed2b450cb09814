import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SlipTypesetterService } from '../../src/features/permission-slips/pdf/slip-typesetter.service.js';
import { Typesetter } from '../../src/platform/typesetting/typesetter.js';
import { aBlankSlip, aQuestion, aSignature, aSlipResponse, GENERATED_AT } from '../support/slip.factory.js';
import {
  factsOf,
  fontsOf,
  HAS_PDF_READER,
  leftOf,
  metadataOf,
  structureOf,
  textOf,
} from '../support/files/pdf-reader.js';

const typesetter = new Typesetter();
const slips = new SlipTypesetterService(typesetter);
afterAll(() => typesetter.stop());

const aDrawing = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 90, channels: 4, background: '#0008' } })
    .png()
    .toBuffer();
const inSchool = (school: object) => ({ school: { ...aSlipResponse().school, ...school } });

it('gives the same bytes for the same document, and others a second later', async () => {
  const imagePng = await aDrawing();
  const at = (generatedAt: Date) =>
    slips.response(aSlipResponse({ signature: aSignature({ imagePng }), generatedAt }));
  const first = await at(GENERATED_AT);
  expect((await at(GENERATED_AT)).equals(first)).toBe(true);
  expect((await at(new Date(GENERATED_AT.getTime() + 1000))).equals(first)).toBe(false);
});

it('gives the same bytes when another process sets it', async () => {
  const anotherTypesetter = new Typesetter();
  const other = new SlipTypesetterService(anotherTypesetter);
  const pdfs = await Promise.all([slips, other].map((each) => each.blankForm(aBlankSlip())));
  anotherTypesetter.stop();
  expect(pdfs[0]!.equals(pdfs[1]!)).toBe(true);
});

(HAS_PDF_READER ? describe : describe.skip)('A permission slip as PDF (read by poppler-utils)', () => {
  it('conforms to PDF/UA, tagged, with title, school and language', async () => {
    const pdf = await slips.response(aSlipResponse(inSchool({ locale: 'es-MX' })));
    expect(factsOf(pdf)).toMatchObject({
      Tagged: 'yes',
      Title: 'Field trip to the Natural History Museum',
      Author: 'Lincoln Elementary School',
      CreationDate: 'Sat Nov 21 19:30:00 2026 UTC',
    });
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(metadataOf(pdf)).toContain('<rdf:li>es-MX</rdf:li>');
  });

  it('says what is a heading, a list, a table, a picture and a link', async () => {
    const pdf = await slips.response(
      aSlipResponse({ signature: aSignature({ imagePng: await aDrawing() }) }),
    );
    const structure = structureOf(pdf);
    for (const tag of ['H1', 'H2', 'L ', 'LBody', 'Link', 'Table', 'TH', 'TD', 'Figure']) {
      expect(structure).toMatch(new RegExp(`^ *${tag}`, 'm'));
    }
    expect(structure).not.toContain('Page 1 of 1');
  });

  it('embeds every font', async () => {
    for (const pdf of [await slips.response(aSlipResponse()), await slips.blankForm(aBlankSlip())]) {
      expect(fontsOf(pdf).length).toBeGreaterThan(0);
      expect(fontsOf(pdf).filter(({ embedded }) => !embedded)).toEqual([]);
    }
  });

  it.each([
    ['US', 'letter'],
    ['MX', 'letter'],
    ['DE', 'A4'],
    ['JP', 'A4'],
  ])('takes the paper of %s', async (country, paper) => {
    const pdf = await slips.response(aSlipResponse(inSchool({ country })));
    expect(factsOf(pdf)['Page size']).toContain(paper);
  });

  it('numbers its pages, and names response and digest on each', async () => {
    const slip = aSlipResponse({ bodyHtml: '<p>Some words about the trip.</p>'.repeat(90) });
    const pages = textOf(await slips.response(slip))
      .split('\f')
      .filter((page) => page.trim());
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(page).toContain(slip.responseId);
      expect(page).toContain(slip.statementSha256);
    }
  });

  it('says everything that the school has to know', async () => {
    const text = textOf(
      await slips.response(
        aSlipResponse({
          questions: [
            ...aSlipResponse().questions,
            aQuestion({ text: 'Medication', answer: 'withheld' }),
            aQuestion({ text: 'Last vaccination', type: 'date', answer: { value: '2024-05-17' } }),
            aQuestion({ text: 'Weight', type: 'number', answer: { value: 31.5 } }),
            aQuestion({ text: 'Vegetarian', type: 'yes_no', answer: { value: false } }),
          ],
          signature: aSignature({ nameMismatch: true, relation: 'Mother' }),
          secondSignature: aSignature({ typedName: 'Tomás Ruiz', accountEmail: 'tomas@example.org' }),
          revision: 2,
          supersededRevisions: [
            {
              revision: 1,
              createdAt: new Date('2026-11-18T15:00:00Z'),
              decision: 'declined',
              signerName: 'Tomás Ruiz',
            },
          ],
        }),
      ),
    ).replace(/[\u202f\u2009\s]+/gu, ' ');
    for (const said of [
      'Lincoln Elementary School',
      'Permission granted',
      'Student Ana Núñez Class of 2033',
      'When Thursday, December 3, 2026 8:30 AM – 3:00 PM, Eastern Standard Time (America/New_York)',
      'Where Natural History Museum, 200 Central Park West',
      'Statement, version 3',
      'the page of the museum (https://museum.example.org/ visit)',
      'Can your child swim? Yes',
      'Allergies Nuts Gluten',
      'Anything else that we should know? —',
      'Medication Private answer, not shown here',
      'Last vaccination Friday, May 17, 2024',
      'Weight 31.5',
      'Vegetarian No',
      'Note She gets sick on buses',
      'Typed name María Núñez differs from the name of the account',
      'Relation Mother',
      'Signed November 20, 2026 at 6:14:09 PM, Eastern Standard Time (America/New_York) 2026-11-20 23:14:09 UTC',
      'Signed electronically by account maria.nunez@example.org',
      'Second signature Typed name Tomás Ruiz',
      '1 Nov 18, 2026, 10:00:00 AM EST Permission declined Tomás Ruiz',
      'Revision 2',
      'Document made: November 21, 2026 at 2:30:00 PM',
    ]) {
      expect(text).toContain(said);
    }
  });

  it.each([
    ['withdrawn', 'Withdrawn on November 22, 2026 at 5:00 AM'],
    ['superseded', 'Replaced on November 22, 2026 at 5:00 AM'],
  ] as const)('says first that it no longer holds: %s', async (state, words) => {
    const ended = { state, at: new Date('2026-11-22T10:00:00Z') };
    const text = textOf(await slips.response(aSlipResponse({ ended }))).replace(/\u202f/g, ' ');
    expect(text.indexOf(words)).toBeGreaterThan(0);
    expect(text.indexOf(words)).toBeLessThan(text.indexOf('Permission granted'));
  });

  it('says that the second guardian has not signed, and that nobody has to', async () => {
    const awaited = await slips.response(aSlipResponse({ secondSignature: 'awaited' }));
    expect(textOf(awaited)).toContain('The second parent or guardian has not signed yet.');
    const unsigned = await slips.response(aSlipResponse({ signature: aSignature({ typedName: null }) }));
    expect(textOf(unsigned)).toContain('Answered without a signature');
    expect(textOf(unsigned)).toContain('Answered by account maria.nunez@example.org');
  });

  it.each([
    ['de-DE', 'Einverständnis verweigert', 'Seite 1 von 1'],
    ['es-MX', 'Permiso denegado', 'Página 1 de 1'],
    ['fr-FR', 'Autorisation refusée', 'Page 1 sur 1'],
    ['sv-SE', 'Permission declined', 'Page 1 of 1'],
  ])('speaks the language of the school: %s', async (locale, decision, page) => {
    const text = textOf(
      await slips.response(aSlipResponse({ ...inSchool({ locale }), decision: 'declined' })),
    );
    expect(text).toContain(decision);
    expect(text).toContain(page);
  });

  it('takes a locale of a region that is no country', async () => {
    expect(textOf(await slips.response(aSlipResponse(inSchool({ locale: 'es-419' }))))).toContain(
      'Permiso concedido',
    );
  });

  it('shows a form with lines and boxes before it is answered', async () => {
    const text = textOf(
      await slips.blankForm(aBlankSlip({ students: [], secondGuardianRequired: true })),
    ).replace(/[\u202f\s]+/gu, ' ');
    for (const said of [
      'Form to fill in',
      'Student',
      'Return by December 1, 2026 at 5:00 PM, Eastern Standard Time (America/New_York)',
      'Who may collect your child? (required)',
      'Allergies (tick all that apply) Nuts Milk Gluten',
      'I give permission I do not give permission',
      'Second parent or guardian',
      'Name in block letters',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('Grandfather');
  });

  it('runs from right to left where the school writes so', async () => {
    const firstLeft = async (locale: string) => {
      const pdf = await slips.response(aSlipResponse(inSchool({ locale })));
      return leftOf(pdf, 'Lincoln');
    };
    expect(await firstLeft('en-US')).toBeLessThan(100);
    expect(await firstLeft('ar-EG')).toBeGreaterThan(300);
    expect(await firstLeft('he-IL')).toBeGreaterThan(300);
    expect(await firstLeft('ur-PK')).toBeGreaterThan(300);
  });
});
