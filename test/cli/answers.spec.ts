import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EmptySlot } from '../support/schools/backups.js';
import { EVERYTHING } from '../imports/content/a-content-file.js';

/* What a command tells a person: what was done, and where. Each line fits into a terminal of 80 columns. */

const folder = mkdtempSync(join(tmpdir(), 'school-directory-answers-'));
const { isTTY, columns } = process.stdout;
let slot: EmptySlot;
beforeAll(async () => {
  slot = await EmptySlot.make();
  writeFileSync(join(folder, 'content.json'), JSON.stringify(EVERYTHING));
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
});
afterAll(async () => {
  Object.assign(process.stdout, { isTTY, columns });
  await slot.remove();
  rmSync(folder, { recursive: true });
});

const says = async (line: string): Promise<string> => {
  const { status, stdout, stderr } = await slot.types(...line.split(' '));
  expect([line, status, stderr]).toEqual([line, 0, expect.any(String)]);
  return stdout;
};
/** Without its line ends, which the terminal decides. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

const ID = '[0-9a-f-]{36}';
const WHO = '--school elm --email ada@example.org';
const GRANT = `--school elm --organization soccer --email ada@example.org`;

/** In this order: what one makes, the next ones change. */
const ANSWERS: [string, RegExp][] = [
  [
    'school create --name Elm --short-name elm --time-zone UTC',
    new RegExp(`^The school Elm is there, as elm, with all features on\\. Its id is ${ID}\\. $`),
  ],
  ['school update elm --grace-days 30', /^Changed at elm: grace_days\. $/],
  ['school update elm --grace-days 30', /^Changed at elm: nothing, since it was so already\. $/],
  ['school features elm polls=off', /polls=off .*Switched at elm: polls=off\. $/],
  ['school features elm polls=on', /Switched at elm: polls=on\. $/],
  ['import content CONTENT --school elm', /^run .* created/],
  [
    `membership add ${WHO} --role parent`,
    /^ada@example\.org is parent at elm\. The id of the membership is /,
  ],
  [`membership add ${WHO} --role parent`, /^ada@example\.org is parent at elm: it was so already\./],
  [
    `membership add ${WHO} --role junior_admin --student s-1 --relation mother`,
    /^ada@example\.org is junior_admin at elm, for student s-1 \(mother\)\. Their role has changed: it was parent\./,
  ],
  [`membership deactivate ${WHO}`, /^The membership of ada@example\.org at elm is deactivated/],
  [`membership reactivate ${WHO}`, /^The membership of ada@example\.org at elm is active again\./],
  [
    'invite --school elm --email ben@example.org --role parent',
    /^ben@example\.org is invited to elm as parent\. Nothing was mailed/,
  ],
  [
    'invite --school elm --email cleo@example.org --role parent --send',
    /^cleo@example\.org is invited to elm as parent\. The mail with the link waits to be sent\./,
  ],
  [
    'invitation withdraw --school elm --email ben@example.org',
    /^Withdrawn: 1 open invitation of ben@example\.org to elm\./,
  ],
  [
    `grant add ${GRANT} --expires-at 2099-06-30T00:00:00Z`,
    /^ada@example\.org may edit soccer at elm until 2099-06-30T00:00:00\.000Z\. The id of the grant is /,
  ],
  [`grant revoke ${GRANT}`, /^ada@example\.org may not edit soccer at elm any more\./],
  [
    'confirmation open --school elm --due 2099-10-31',
    /^A round is open at elm, with 2099-10-31 as the last day/,
  ],
  ['confirmation close --school elm', /^The round at elm is closed\. $/],
  ['students archive --school elm --graduated', /^Archived at elm: 0 graduates\. $/],
  [
    'guardian unlink --school elm --student s-1 --email ada@example.org',
    /unlinked from student s-1 at elm, for good\. $/,
  ],
  [
    'user create --email dora@example.org',
    /^There is an account for dora@example\.org now.* It has no password yet\./,
  ],
  ['user prove --email dora@example.org', /^The address dora@example\.org counts as proven\./],
  ['user rebind --email dora@example.org', /^The account of dora@example\.org is for the next subject/],
  ['user two-step --email dora@example.org', /^Two-step verification of dora@example\.org is set up anew\./],
  ['user two-step --email dora@example.org --off', /^Two-step verification of dora@example\.org is off/],
  [
    'client create --name Phone',
    /^client_id \S+ client_secret \S+ Phone is made\. The secret is shown this once\. $/,
  ],
  ['client create --name Hall --public --device', /^client_id \S+ Hall is made\. It needs no secret\. $/],
  [
    'client allow https://assistant.example',
    /applications that https:\/\/assistant\.example has a document about/,
  ],
  [
    'client disallow https://assistant.example',
    /^Nobody signs in with applications of https:\/\/assistant\.example/,
  ],
  ['retention run', /^Nothing has outlived its period\. $/],
  ['backup BACKUP', /It is \S+all\.backup\. $/],
];

describe('a command says what was done, and where', () => {
  it.each(ANSWERS)('tells it: %s', async (line, answer) => {
    const typed = line
      .replace('CONTENT', join(folder, 'content.json'))
      .replace('BACKUP', join(folder, 'all.backup'));
    const text = await says(typed);
    expect(inOneLine(text)).toMatch(answer);
    const tooLong = text.split('\n').filter((each) => each.length > 80 && each.includes(' '));
    expect(tooLong.map((each) => each.replace(/^\S+ \S+$/, 'a label and its value'))).toEqual(
      tooLong.map(() => 'a label and its value'),
    );
  });

  it.each([
    'school list',
    'membership list --school elm',
    'user list',
    'client list',
    'guardian list --school elm',
    'invitation list --school elm',
    'grant list --school elm',
    'confirmation list --school elm',
    'jobs list',
    'audit list',
    'import runs --school elm',
    'mail bounces --school elm',
    'webhook list --school elm',
    'db status',
    'audit verify',
  ])('lists within 80 columns: %s', async (line) => {
    const lines = (await says(line)).split('\n').filter((each) => each.length > 80);
    // A value alone may be longer than the terminal: it is not cut.
    expect(lines.filter((each) => !/^\w+ +\S+$/.test(each))).toEqual([]);
  });

  it('says the sentences whole where nobody looks on', async () => {
    Object.assign(process.stdout, { isTTY: false, columns: undefined });
    const text = await says('user rebind --email dora@example.org');
    Object.assign(process.stdout, { isTTY: true, columns: 80 });
    expect(text.split('\n')[0]).toMatch(/with this address\.$/);
  });
});
