import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { operatorProgram } from '../../src/cli/run.js';
import { EVERYTHING } from '../imports/content/a-content-file.js';
import { event, file as calendarFile } from '../imports/calendar/ics-text.js';
import { OneRosterFiles } from '../imports/oneroster/oneroster-files.js';
import { EmptySlot } from '../support/schools/backups.js';
import type { CommandOutcome } from '../support/processes/operator.js';

/* Every command leaves an entry: what it changed goes with it, and one that only reads says so afterwards. */

interface Entry {
  school: string | null;
  actor_kind: string;
  operator: string | null;
  reason: string | null;
  operation: string;
  item_type: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'audit-commands-'));
const paths = (name: string): string => join(folder, name);
const slots: EmptySlot[] = [];
let slot: EmptySlot;
beforeAll(async () => {
  slot = await aSlot();
  writeFileSync(paths('content.json'), JSON.stringify(EVERYTHING));
  writeFileSync(paths('menus.csv'), 'date,meal_type,items\n2026-11-30,lunch,Soup\n');
  const picnic = event('UID:1', 'SUMMARY:Picnic', 'DTSTART:20261201T150000Z', 'DTEND:20261201T160000Z');
  writeFileSync(paths('school.ics'), calendarFile(picnic));
});
afterAll(async () => {
  for (const each of slots) await each.remove();
  rmSync(folder, { recursive: true });
});

async function aSlot(): Promise<EmptySlot> {
  const made = await EmptySlot.make();
  slots.push(made);
  return made;
}

const entries = (of = slot): Promise<Entry[]> =>
  of.database.dataSource.query(
    `select s.short_name as school, e.actor_kind, e.operator, e.reason, e.operation, e.item_type
     from audit_entries e left join schools s on s.id = e.school_id order by e.at`,
  );

async function types(words: string, stdin?: string): Promise<CommandOutcome> {
  const outcome = await slot.typesWith(stdin, ...words.split(' '));
  expect([words, outcome.status, outcome.stderr]).toEqual([words, 0, expect.any(String)]);
  return outcome;
}

const aClient = async (): Promise<string> =>
  `--client-id ${(await slot.types('client', 'create', '--name', 'Push', '--json')).json.client_id}`;

async function theSeedOfSources(): Promise<string> {
  const files = new OneRosterFiles().school('north').student('s-1').parent('p-1', { agentSourcedIds: 's-1' });
  return files.inFolder();
}

const aGuardian = async (): Promise<string> =>
  `--school elm --student s-1 --guardian-id ${(await slot.types('guardian', 'list', '--school', 'elm', '--json')).json.guardians[0].guardian_id}`;

const MEMBERSHIP = { school: 'elm', item: 'membership' };

/** In this order: what one makes, the next ones use. The school that is expected to be told, if any. */
const COMMANDS: Record<
  string,
  { words: () => string | Promise<string>; stdin?: string; school?: string; item?: string }
> = {
  'db migrate': { words: () => '' },
  'db status': { words: () => '' },
  'school create': { words: () => '--name Elm --short-name elm --time-zone America/New_York', school: 'elm' },
  'school list': { words: () => '' },
  'school update': { words: () => 'elm --default-visibility name_only --grace-days 30', school: 'elm' },
  'school features': { words: () => 'elm polls=on', school: 'elm' },
  'school move': { words: async () => `elm --to ${(await aSlot()).envFile} --cancel`, school: 'elm' },
  'import content': { words: () => `${paths('content.json')} --school elm`, school: 'elm' },
  'import oneroster': {
    words: async () => `${await theSeedOfSources()} --time-zone America/New_York --on-date 2026-09-05`,
    school: 'school-north',
  },
  'guardian list': { words: () => '--school elm', school: 'elm' },
  'guardian restrict': { words: aGuardian, school: 'elm', item: 'guardian' },
  'guardian unrestrict': { words: aGuardian, school: 'elm', item: 'guardian' },
  'guardian unlink': { words: () => '--school elm --student s-1 --email maria@example.org', school: 'elm' },
  'confirmation open': { words: () => '--school elm', school: 'elm', item: 'confirmation' },
  'confirmation list': { words: () => '--school elm', school: 'elm' },
  'confirmation close': { words: () => '--school elm', school: 'elm', item: 'confirmation' },
  'students archive': { words: () => '--school elm --graduated', school: 'elm' },
  'import calendar': { words: () => `${paths('school.ics')} --school elm`, school: 'elm' },
  'import menus': { words: () => `${paths('menus.csv')} --school elm`, school: 'elm' },
  'import runs': { words: () => '--school elm', school: 'elm' },
  'import undo': { words: async () => aRun(), school: 'elm' },
  'membership add': { words: () => '--school elm --email ada@example.org --role parent', ...MEMBERSHIP },
  'membership deactivate': { words: () => '--school elm --email ada@example.org', ...MEMBERSHIP },
  'membership reactivate': { words: () => '--school elm --email ada@example.org', ...MEMBERSHIP },
  'membership list': { words: () => '--school elm', school: 'elm' },
  invite: {
    words: () => '--school elm --email ben@example.org --role parent',
    school: 'elm',
    item: 'invitation',
  },
  'invitation list': { words: () => '--school elm', school: 'elm' },
  'invitation send': { words: () => '--school elm', school: 'elm' },
  'invitation withdraw': { words: () => '--school elm --email ben@example.org', school: 'elm' },
  'grant add': {
    words: () => '--school elm --organization soccer --email ada@example.org',
    school: 'elm',
    item: 'organization',
  },
  'grant list': { words: () => '--school elm', school: 'elm' },
  'grant revoke': {
    words: () => '--school elm --organization soccer --email ada@example.org',
    school: 'elm',
    item: 'organization',
  },
  'user create': { words: () => '--email cleo@example.org', item: 'user' },
  'user list': { words: () => '' },
  'user password': {
    ...{ words: () => '--email cleo@example.org --password-stdin', stdin: 'a-lamp-in-the-harbour' },
    item: 'user',
  },
  'user two-step': { words: () => '--email cleo@example.org', item: 'user' },
  'user prove': { words: () => '--email cleo@example.org', item: 'user' },
  'user rebind': { words: () => '--email cleo@example.org', item: 'user' },
  'client create': { words: () => '--name App', item: 'application' },
  'client copy': { words: async () => `${await aClient()} --to ${(await aSlot()).envFile}` },
  'client list': { words: () => '' },
  'client webhook add': {
    words: async () => `${await aClient()} --url https://app.example.org/ --kinds menu.changed`,
    item: 'webhook',
  },
  'client webhook list': { words: () => aClient() },
  'client webhook remove': {
    words: async () => {
      const client = await aClient();
      const words = `client webhook add ${client} --url https://b.example.org/ --kinds menu.changed`;
      await slot.types(...words.split(' '));
      return `${client} --url https://b.example.org/`;
    },
    item: 'application',
  },
  'webhook list': { words: () => '--school elm', school: 'elm' },
  'client revoke': {
    words: async () =>
      `--client-id ${(await slot.types('client', 'create', '--name', 'Old', '--json')).json.client_id}`,
    item: 'application',
  },
  'client allow': { words: () => 'https://assistant.example' },
  'client allowed': { words: () => '' },
  'client disallow': { words: () => 'https://assistant.example' },
  'token issue': { words: () => '--email cleo@example.org --reason asked', item: 'user' },
  'jobs list': { words: () => '' },
  'jobs retry': { words: async () => aDeadMail() },
  'retention run': { words: () => '' },
  'secrets rotate': { words: () => '' },
  backup: { words: () => paths('all.backup') },
  doctor: { words: () => '' },
  'mail bounces': { words: () => '--school elm', school: 'elm' },
  'person export': { words: () => '--email ada@example.org' },
  'person erase': { words: () => '--email ada@example.org --confirm', school: 'elm', item: 'user' },
  'person erase-again': { words: () => '--since 2026-11-01T00:00:00Z' },
  'audit list': { words: () => '' },
  'audit verify': { words: () => '' },
};
/** Tried by themselves below. */
/** The last one touches no database. */
const ON_THEIR_OWN = ['restore', 'db revert', 'db guard', 'mail test'];

async function aRun(): Promise<string> {
  writeFileSync(paths('soup.csv'), 'date,meal_type,items\n2026-12-01,lunch,Soup\n');
  const words = ['import', 'menus', paths('soup.csv'), '--school', 'elm', '--json'];
  return ((await slot.types(...words)).json as { run_id: string }).run_id;
}

async function aDeadMail(): Promise<string> {
  const [mail] = await slot.database.dataSource.query<[{ id: string }]>(
    `with told as (insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
       select school_id, id, 'notice_created', 'A title', 'notice', gen_random_uuid(), now() from memberships limit 1 returning *)
     insert into mails (school_id, notification_id, state, attempts, due_at, created_at, ended_at)
     select school_id, id, 'dead', 12, now(), now(), now() from told returning id`,
  );
  return mail.id;
}

describe('every command', () => {
  it('gets tried here', () => {
    const leaves = (command: Command, before: string[] = []): string[] =>
      command.commands.flatMap((each) => {
        const words = [...before, each.name()];
        return each.commands.length > 0 ? leaves(each, words) : [words.join(' ')];
      });
    const known = [...Object.keys(COMMANDS), ...ON_THEIR_OWN];
    expect(known.sort()).toEqual(leaves(operatorProgram()).sort());
  });

  it.each(Object.keys(COMMANDS))('leaves an entry: %s', async (name) => {
    const { words, stdin, school = null, item = null } = COMMANDS[name]!;
    const more = await words();
    const before = (await entries()).length;
    const reason = name === 'token issue' ? '' : ' --reason asked';
    await types(`${name}${more && ` ${more}`}${reason}`, stdin);
    const added = (await entries()).slice(before);
    expect(added).toContainEqual({
      ...{ school, actor_kind: 'operator', operator: expect.stringMatching(/./), reason: 'asked' },
      ...{ operation: more.endsWith('--confirm') ? `${name} --confirm` : name, item_type: item },
    });
  });

  it('leaves none when it is refused, or asks for help', async () => {
    const before = (await entries()).length;
    for (const words of [
      'school features nowhere polls=on',
      'invite --school elm --email none --role parent',
      'school --help',
    ])
      await slot.types(...words.split(' '));
    expect(await entries()).toHaveLength(before);
  });

  it('says of a dry run that it was one, and of its reason no more than a few words', async () => {
    await types(`import content ${paths('content.json')} --school elm --dry-run`);
    expect((await entries()).at(-1)).toMatchObject({ operation: 'import content --dry-run', reason: null });
    const outcome = await slot.types('school', 'list', '--reason', 'x'.repeat(201));
    expect(outcome).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--reason should be a few words'),
    });
  });
});

describe('a restore', () => {
  it('brings the trail of the backup, and adds its own entry', async () => {
    await types(`backup ${paths('second.backup')}`);
    const kept = await entries();
    const empty = await aSlot();
    await empty.types('db', 'status');
    expect(await empty.types('restore', paths('second.backup'), '--into-empty')).toMatchObject({ status: 0 });
    const there = await entries(empty);
    expect(there.at(-1)).toMatchObject({ operation: 'restore' });
    // The backup was made before its own entry.
    expect(there.slice(0, -1)).toEqual(kept.slice(0, -1));
    expect(await empty.types('audit', 'verify', '--json')).toMatchObject({ status: 0, json: { ok: true } });
  });
});

describe('db revert', () => {
  it('leaves an entry, unless it takes the trail away', async () => {
    const reverted = await aSlot();
    expect((await reverted.types('db', 'revert', '--yes')).status).toBe(0);
    const [trail] = await reverted.database.dataSource.query<[{ there: boolean }]>(
      `select to_regclass('audit_entries') is not null as there`,
    );
    if (trail.there)
      expect((await entries(reverted)).map(({ operation }) => operation)).toEqual(['db revert']);
  });
});

describe('audit list', () => {
  it('tells who did what, of one school, one person, one thing, since or until a moment', async () => {
    const list = async (...more: string[]) =>
      (await slot.types('audit', 'list', '--json', ...more)).json.entries as Record<string, unknown>[];
    const all = await list();
    expect(all.length).toBeGreaterThan(30);
    const made = all.find(({ operation }) => operation === 'school create')!;
    expect(made).toEqual({
      ...{
        id: expect.any(String),
        at: expect.any(String),
        school_id: expect.any(String),
        operation: 'school create',
      },
      ...{ actor: { kind: 'operator', id: null, membership_id: null, name: expect.any(String) } },
      ...{ reason: 'asked', item: null, source: '', count: 1 },
    });
    const ofElm = await list('--school', 'elm');
    expect(new Set(ofElm.map(({ school_id }) => school_id))).toEqual(new Set([made.school_id]));
    const issued = all.find(({ operation }) => operation === 'token issue')!;
    const { id } = issued.item as { id: string };
    expect((await list('--item', id)).map(({ operation }) => operation)).toContain('token issue');
    expect(await list('--since', '2099-01-01')).toEqual([]);
    expect(await list('--until', '2025-01-01')).toEqual([]);
    expect((await list('--until', issued.at as string)).map((entry) => entry.id)).toContain(issued.id);
    expect(await list('--person', 'cleo@example.org')).toEqual([]);
    expect((await slot.types('audit', 'list', '--since', 'yesterday')).status).toBe(2);
  });

  it('fits into a terminal of 80 columns but for ids', async () => {
    const { stdout } = await types('audit list');
    expect(stdout).toContain('school create');
    const lines = stdout.split('\n').map((line) => line.replace(/ +\w+ [0-9a-f-]{36}$/, ''));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
