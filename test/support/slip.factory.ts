import type {
  AnsweredQuestion,
  BlankSlipDocument,
  SlipResponseDocument,
  SlipSignature,
} from '../../src/features/permission-slips/pdf/slip-document.js';

export const GENERATED_AT = new Date('2026-11-21T19:30:00Z');

const SIGNATURE: SlipSignature = {
  typedName: 'María Núñez',
  nameMismatch: false,
  imagePng: null,
  relation: null,
  signedAt: new Date('2026-11-20T23:14:09Z'),
  accountEmail: 'maria.nunez@example.org',
  paper: null,
};

export const aSignature = (given: Partial<SlipSignature> = {}): SlipSignature => ({ ...SIGNATURE, ...given });

export const aQuestion = (given: Partial<AnsweredQuestion> = {}): AnsweredQuestion => ({
  type: 'short_text',
  text: 'Who may collect your child?',
  required: true,
  choices: [],
  answer: { text: 'Grandfather Tomás' },
  ...given,
});

const BODY = `<p>On Thursday the whole of grade 6 visits the <strong>Natural History Museum</strong>. We leave from the bus loop at
8:30 and are back before the last bell.</p><ul><li>Packed lunch, no glass bottles</li><li>Rain jacket</li></ul>
<p>The entry fee is paid by the school. More on <a href="https://museum.example.org/visit">the page of the museum</a>.</p>`;

const CONTENTS = {
  school: {
    name: 'Lincoln Elementary School',
    timeZone: 'America/New_York',
    locale: 'en-US',
    country: 'US',
    logoPng: null,
  },
  title: 'Field trip to the Natural History Museum',
  organizationName: 'Grade 6',
  event: {
    title: 'Museum trip',
    time: { startsAt: new Date('2026-12-03T13:30:00Z'), endsAt: new Date('2026-12-03T20:00:00Z') },
    timeZone: 'America/New_York',
    location: 'Natural History Museum, 200 Central Park West',
  },
  students: [{ name: 'Ana Núñez', graduationYear: 2033 }],
  bodyHtml: BODY,
  statement: {
    text: 'I allow my child to take part in the trip and to travel there by school bus. In an emergency the teachers may have my child treated by a doctor.',
    version: 3,
  },
  generatedAt: GENERATED_AT,
};

/** An answer as the permission slips hand it over. */
export const aSlipResponse = (given: Partial<SlipResponseDocument> = {}): SlipResponseDocument => ({
  ...CONTENTS,
  questions: [
    aQuestion(),
    aQuestion({ type: 'yes_no', text: 'Can your child swim?', answer: { value: true } }),
    aQuestion({
      type: 'multi_choice',
      text: 'Allergies',
      choices: ['Nuts', 'Milk', 'Gluten'],
      answer: { choices: ['Nuts', 'Gluten'] },
    }),
    aQuestion({
      type: 'long_text',
      text: 'Anything else that we should know?',
      required: false,
      answer: null,
    }),
  ],
  responseId: '5f0c6f4e-7d0e-4a57-9a5e-0f4b7c9a1d22',
  decision: 'granted',
  note: 'She gets sick on buses: please let her sit in front.',
  signature: aSignature(),
  secondSignature: null,
  revision: 1,
  supersededRevisions: [],
  ended: null,
  statementSha256: '3b5d5c3712955042212316173ccf37be800f9c6f1e3f0c0f2f2c2e1f6a7a9d10',
  ...given,
});

export const aBlankSlip = (given: Partial<BlankSlipDocument> = {}): BlankSlipDocument => ({
  ...CONTENTS,
  questions: [
    aQuestion(),
    aQuestion({ type: 'yes_no', text: 'Can your child swim?' }),
    aQuestion({
      type: 'multi_choice',
      text: 'Allergies',
      choices: ['Nuts', 'Milk', 'Gluten'],
      required: false,
    }),
    aQuestion({ type: 'long_text', text: 'Anything else that we should know?', required: false }),
  ],
  closesAt: new Date('2026-12-01T22:00:00Z'),
  signatureRequired: true,
  secondGuardianRequired: false,
  ...given,
});
