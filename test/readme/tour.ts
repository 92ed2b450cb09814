import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ical from 'node-ical';
import { signIn, type Site } from '../shipped/shipped-service.js';
import { HAS_PDF_READER, textOf } from '../support/files/pdf-reader.js';
import { commandsShown, runShown, type Ran } from '../support/processes/shown-commands.js';
import { SigningBrowser } from '../support/sign-in/signing-browser.js';

const STEPS = commandsShown('docs/tour.md');
const describeWithCurl = spawnSync('curl', ['--version']).status === 0 ? describe : describe.skip;

/** Opens in a browser what the login prints, and signs in as the parent of the demo. */
function visitor({ url, password }: Site): (output: string) => void {
  const browser = new SigningBrowser(url);
  let isOpened = false;
  const open = async (address: string): Promise<void> => {
    await browser.open(address);
    await browser.submit('/device', { confirm: 'yes' });
    await browser.submit('/password', { email: 'parent@demo.school', password });
    await browser.submit('/consent', { answer: 'allow' });
  };
  return (output) => {
    const [, address] = /^ +(http\S+user_code=\S+)\n/m.exec(output) ?? [];
    if (!address || isOpened) return;
    isOpened = true;
    open(address).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  };
}

/** The tour of docs/tour.md, followed on a service with the demo school. */
export function describeTour(site: () => Site): void {
  describeWithCurl('docs/tour.md, followed word for word with curl', () => {
    let folder: string;
    let steps: Ran[];
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'school-directory-tour-'));
      const seen = visitor(site());
      steps = await runShown(STEPS, { first: site().pasted, env: environment(), seen });
    }, 120_000);
    afterAll(() => rmSync(folder, { recursive: true }));

    /** What a newcomer has: no variable of ours. */
    function environment(): Record<string, string> {
      const files = join(folder, 'files');
      mkdirSync(files);
      const path = [dirname(process.execPath), process.env.PATH].join(':');
      return { PATH: path, TMPDIR: files };
    }

    const step = (title: string): Ran => steps.find(({ sentence }) => sentence.includes(title))!;
    const linesOf = (title: string): string[] => step(title).output.split('\n');
    const fileOf = (kind: string): Buffer => {
      const [name] = new RegExp(`/\\S+\\.${kind}`).exec(steps.map(({ output }) => output).join('\n')) ?? [];
      return readFileSync(name ?? `no file of the kind ${kind}`);
    };

    it('takes nine steps, and no command of any fails', () => {
      expect(STEPS.map(({ sentence }) => /^\*\*(\d)\. /.exec(sentence)?.[1]).join('')).toBe('123456789');
      expect(steps.flatMap(({ failed }) => failed)).toEqual([]);
    });

    it('signs in, and says who and where one is', () => {
      expect(linesOf('1. Sign in').slice(-2)).toEqual(['Robin, Alder Falls School, parent', '']);
    });

    it('shows the roster, and who is called Theo', () => {
      const [count, ...names] = linesOf('2. The roster');
      expect(Number(count)).toBeGreaterThan(380);
      expect(Number(count)).toBeLessThan(400);
      expect(names).toContain('Theo Ellery');
      expect(names.filter((name) => name).every((name) => name.includes('Theo'))).toBe(true);
    });

    it('shows the homes, with those of both children', () => {
      expect(step('3. The map').output).toMatch(/^\d{3} homes, own: 2\n$/);
    });

    it('makes a list, and an address book of it', () => {
      const { output } = step('4. A list');
      expect(output.match(/^BEGIN:VCARD/gm)).toHaveLength(1);
      expect(output).toContain('FN:Sam Ellery');
      expect(output).toContain('NOTE:Father of Theo Ellery');
    });

    it('answers a poll, and shows what the others said', () => {
      // An anonymous poll: what is shown moves in steps of three, and stays at least three behind.
      expect(step('5. A poll').output).toMatch(/^\d{4}-\d\d-\d\dT\S+Z\n21 families have answered\n$/);
    });

    it('signs up for a cake', () => {
      expect(step('6. A sign-up').output).toBe('confirmed\n');
    });

    it('signs a slip, and gets it as a PDF', () => {
      expect(step('7. A permission slip').output).toMatch(/^-rw.*\/slip\.pdf\n$/);
      const pdf = fileOf('pdf');
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      if (!HAS_PDF_READER) return;
      for (const text of ['Natural History Museum', 'Theo Ellery', 'Robin Ellery'])
        expect(textOf(pdf)).toContain(text);
    });

    it('subscribes to the calendar, which a calendar program reads', async () => {
      const [address, count] = linesOf('8. The calendar');
      expect(address).toMatch(/^http:\/\/localhost:\d+\/api\/calendar\/subscribe\/[\w-]+\/feed\.ics$/);
      const answer = await fetch(address!);
      const entries = Object.values(ical.sync.parseICS(await answer.text())).filter(
        (entry) => entry?.type === 'VEVENT',
      );
      expect(entries.length).toBeGreaterThan(20);
      expect(Number(count)).toBeGreaterThanOrEqual(entries.length);
    });

    it('asks the tool server, which hands on what the API answers', async () => {
      const token = await signIn(site(), 'parent@demo.school');
      const get = async (path: string): Promise<string> => {
        const answer = await fetch(`${site().url}/api/v1${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return answer.text();
      };
      const { memberships } = JSON.parse(await get('/me')) as { memberships: { school_id: string }[] };
      const answer = await get(`/schools/${memberships[0]?.school_id}/students?q=theo`);
      expect(step('9. The tool server').output).toBe(`${answer}\n`);
    });
  });
}
