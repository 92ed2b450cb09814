import { describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';
import { productFiles, textOf } from './source-files.js';

/*
 * docs/evidence/asvs.md says of each requirement of OWASP ASVS 5.0, levels 1 and 2, what holds it. The numbers are the standard's; a
 * test that is named there is there.
 */

const PAGE = textOf('docs/evidence/asvs.md');

/** By section, how many of it there are up to level 2. */
const SECTIONS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const NUMBERS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

const ROWS = [...PAGE.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, number = '', , what = '', state = '']) => ({ number, what, state }),
);

describe('docs/evidence/asvs.md', () => {
  it('lists every chapter, and every requirement of levels 1 and 2 once, in their order', () => {
    const chapters = [...PAGE.matchAll(/^## V(\d+) /gm)].map(([, chapter]) => Number(chapter));
    expect(chapters).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
    expect(ROWS.map(({ number }) => number)).toEqual(NUMBERS);
  });

  it('says of each what it is, and that it is held by a test, not applicable for a reason, or open', () => {
    const wrong = ROWS.filter(
      ({ what, state }) =>
        what.length < 4 || !/^(held: .*`(test|src)\/|not applicable: \S|\*\*open\*\*: \S)/.test(state),
    );
    expect(wrong).toEqual([]);
    const count = (state: string): number => ROWS.filter((row) => row.state.startsWith(state)).length;
    const [held, inapplicable, open] = [count('held'), count('not applicable'), count('**open**')];
    expect(PAGE.replace(/\s+/g, ' ')).toContain(
      `Of ${NUMBERS.length}, ${held} are held, ${inapplicable} are not applicable and ${open} are open.`,
    );
  });

  it('names tests that are there', () => {
    const named = [...new Set([...PAGE.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, file]) => file!))];
    const missing = named.filter((file) => globSync(file, { cwd: PROJECT_ROOT }).length === 0);
    expect(missing).toEqual([]);
  });
});

describe('the product', () => {
  const withText = (pattern: RegExp, files = productFiles()): string[] =>
    files.filter((file) => pattern.test(textOf(file)));

  it('makes no code of text, and asks no shell', () => {
    expect(
      withText(/\beval\(|new Function\(|node:vm\b|\bexecSync\b|\bexec\b.*child_process|shell: true/),
    ).toEqual([]);
  });

  it('takes no chance for a secret but from the system', () => {
    expect(withText(/Math\.random/)).toEqual([
      'src/features/webhooks/deliveries/webhook-dispatch.service.ts',
      'src/platform/admission/admission.service.ts',
      'src/platform/mail/mail-dispatch.service.ts',
    ]);
  });

  it('keeps nothing in a browser, but a sign-in of /docs that is under way', () => {
    const files = globSync('public/**/*.js', { cwd: PROJECT_ROOT });
    expect(files.length).toBeGreaterThan(0);
    const stores = /localStorage|sessionStorage|indexedDB|document\.cookie/g;
    expect(withText(new RegExp(stores, ''), [...productFiles(), ...files])).toEqual([
      'public/docs/sign-in.js',
    ]);
    const script = textOf('public/docs/sign-in.js');
    // State and verifier, which are taken out again before they are used (test/proofs/browser/docs.spec.ts).
    expect(script.match(stores)).toHaveLength(3);
    expect(script.match(/sessionStorage\.(setItem|getItem|removeItem)\(BEGUN/g)).toHaveLength(3);
    expect(textOf('src/platform/openapi/serve-docs.ts')).toContain('persistAuthorization: false');
  });
});
