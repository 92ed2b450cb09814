import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import {
  aPermissionSlip,
  aSignatureInput,
  aSlipQuestion,
  SlipClient,
} from '../../support/permission-slip.factory.js';
import { aSchool } from '../../support/school.factory.js';
import {
  factsOf,
  fontsOf,
  HAS_PDF_READER,
  letters,
  metadataOf,
  textOf,
  wordKeys,
} from '../../support/files/pdf-reader.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Script {
  locale: string;
  timeZone: string;
  title: string;
  first: string;
  last: string;
  signer: string;
  question: string;
  answer: string;
  statement: string;
  rightToLeft?: boolean;
}

const SCRIPTS: [string, Script][] = [
  [
    'Latin with accents',
    {
      locale: 'pl-PL',
      timeZone: 'Europe/Warsaw',
      title: 'Wycieczka do Łodzi',
      first: 'Żółć-Zoë',
      last: 'Núñez Ångström',
      signer: 'Đặng Thị Hồng Ğüneş',
      question: 'Où déjeunera-t-elle?',
      answer: 'Straße č. 7, à côté de l’église',
      statement: 'Zgadzam się na udział dziecka.',
    },
  ],
  [
    'Cyrillic',
    {
      locale: 'uk-UA',
      timeZone: 'Europe/Kyiv',
      title: 'Екскурсія до музею',
      first: 'Софія',
      last: 'Їжакевич',
      signer: 'Ольга Ивановна Щедрова',
      question: 'На що має алергію?',
      answer: 'Горіхи та молоко, ёлка',
      statement: 'Я дозволяю дитині взяти участь.',
    },
  ],
  [
    'Greek',
    {
      locale: 'el-GR',
      timeZone: 'Europe/Athens',
      title: 'Εκδρομή στο μουσείο',
      first: 'Δήμητρα',
      last: 'Παπαδοπούλου',
      signer: 'Γιώργος Παπαδόπουλος',
      question: 'Μπορεί να κολυμπήσει;',
      answer: 'Ναι, αλλά όχι μόνη της',
      statement: 'Επιτρέπω στο παιδί μου να συμμετάσχει.',
    },
  ],
  [
    'Arabic',
    {
      locale: 'ar-EG',
      timeZone: 'Africa/Cairo',
      title: 'رحلة إلى المتحف',
      first: 'محمد',
      last: 'عبد الرحمن',
      signer: 'فاطمة الزهراء',
      question: 'هل لديه حساسية',
      answer: 'نعم من المكسرات والحليب',
      statement: 'أوافق على مشاركة ابني في الرحلة',
      rightToLeft: true,
    },
  ],
  [
    'Hebrew',
    {
      locale: 'he-IL',
      timeZone: 'Asia/Jerusalem',
      title: 'טיול למוזיאון',
      first: 'דוד',
      last: 'כהן',
      signer: 'רבקה כהן',
      question: 'האם יש אלרגיה',
      answer: 'כן לאגוזים ולחלב',
      statement: 'אני מאשרת את השתתפות בני',
      rightToLeft: true,
    },
  ],
  [
    'Chinese',
    {
      locale: 'zh-CN',
      timeZone: 'Asia/Shanghai',
      title: '参观自然博物馆',
      first: '小明',
      last: '王',
      signer: '王建国',
      question: '对什么过敏？',
      answer: '对坚果过敏，请坐在前排。',
      statement: '我同意我的孩子参加此次活动。',
    },
  ],
  [
    'Japanese',
    {
      locale: 'ja-JP',
      timeZone: 'Asia/Tokyo',
      title: '博物館の見学',
      first: '花子',
      last: '山田',
      signer: '山田 太郎',
      question: 'アレルギーはありますか。',
      answer: '卵アレルギーがあります。ひらがなとカタカナ',
      statement: '子供の参加を許可します。',
    },
  ],
  [
    'Korean',
    {
      locale: 'ko-KR',
      timeZone: 'Asia/Seoul',
      title: '박물관 견학',
      first: '민수',
      last: '김',
      signer: '김영희',
      question: '알레르기가 있습니까?',
      answer: '견과류 알레르기가 있습니다',
      statement: '자녀의 참가를 허락합니다.',
    },
  ],
  [
    'emoji',
    {
      locale: 'en-US',
      timeZone: 'America/New_York',
      title: 'Zoo trip 🦒',
      first: 'Zoë 🎉',
      last: 'Park',
      signer: 'Kim 👩‍👩‍👧‍👦 Park',
      question: 'Snack? 🍎',
      answer: 'Yes 👍🏽 please 🇲🇽',
      statement: 'I agree ✅ fully.',
    },
  ],
];

/** A school that writes so, one of its students, and a parent's answer to a question. */
async function answered(script: Script) {
  const { locale, timeZone, title, statement, first: firstName, last: lastName } = script;
  const school = await aSchool(t, { locale, timeZone, country: locale.slice(3) });
  const student = await school.student({ firstName, lastName });
  const { token } = await school.parentOf(student);
  const given: Partial<PermissionSlip> = { title, statement, signatureRequired: true };
  const slip = await aPermissionSlip(t, school, given);
  const question = await aSlipQuestion(t, slip, { text: script.question });
  const { status, text, body } = await new SlipClient(t, slip.id).answer(
    { token },
    {
      student_id: student.id,
      decision: 'granted',
      note: script.answer,
      answers: [{ question_id: question.id, text: script.answer }],
      signature: aSignatureInput({ full_name: script.signer }),
    },
  );
  if (status !== 201) throw new Error(text);
  const pdf = async (below: string): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${t.url}/api/v1/permission-slips/${slip.id}/${below}`, { headers });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  return {
    name: body.student_name as string,
    said: body.answers[0].text as string,
    signer: body.signed_by_name as string,
    filled: await pdf(`responses/${body.id}/pdf`),
    blank: await pdf(`pdf?studentId=${student.id}`),
  };
}

/** How often a text stands in another one; words of right-to-left texts are compared in the order of the page. */
function times(read: string, text: string, rightToLeft = false): number {
  if (!rightToLeft) return letters(read).split(letters(text)).length - 1;
  const wanted = wordKeys(text).reverse().join(' ');
  return ` ${wordKeys(read).join(' ')} `.split(` ${wanted} `).length - 1;
}

if (!HAS_PDF_READER) process.stderr.write('poppler-utils is not installed: no PDF is read\n');

(HAS_PDF_READER ? describe : describe.skip)('The documents of a slip, read by poppler-utils', () => {
  it.each(SCRIPTS)('say what was asked and answered: %s', async (_, script) => {
    const { name, said, signer, filled, blank } = await answered(script);
    // What was answered is what was sent, letter by letter.
    expect([said, signer]).toEqual([script.answer, script.signer]);
    const { title, question, answer, statement, rightToLeft } = script;
    for (const [pdf, expected] of [
      [filled, [1, 1, 1, 1, 1, 2]],
      [blank, [1, 1, 1, 1, 0, 0]],
    ] as const) {
      const [read, facts, fonts] = [textOf(pdf), factsOf(pdf), fontsOf(pdf)];
      const texts = [title, name, statement, question, signer, answer];
      expect(texts.map((text) => times(read, text, rightToLeft))).toEqual(expected);
      expect(facts).toMatchObject({ Tagged: 'yes', Title: title });
      expect(metadataOf(pdf)).toContain(`<rdf:li>${script.locale}</rdf:li>`);
      expect(fonts.length).toBeGreaterThan(0);
      expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
      const pages = read.split('\f').filter((page) => page.trim());
      expect(pages).toHaveLength(Number(facts.Pages));
      for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    }
  });
});
