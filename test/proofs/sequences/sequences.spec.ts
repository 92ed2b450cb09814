import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { decodedEntities } from '../../../src/platform/rich-text/plain-text.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { ContentImporter } from '../../imports/content/content-importer.js';
import { figure } from '../../support/proofs/figures.js';
import { CalendarSequence, type Step } from './calendar-sequence.js';

/*
 * Calendars, and what mail programs and school systems send of them afterwards, alone: made from what is known to be true.
 * After each import every occurrence is there once, at its instant and with its text, or the report names it.
 * CALENDAR_SEQUENCES=2000 asks for so many; SEQUENCE_SEED=17 for one alone.
 */

const seed = process.env.SEQUENCE_SEED;
const COUNT = seed ? 1 : Number(process.env.CALENDAR_SEQUENCES ?? 10);
const SEEDS = Array.from({ length: COUNT }, (_, at) => Number(seed ?? at + 1));
const AT_ONCE = 4;
const PER_SEQUENCE = 10_000;

let importer: ContentImporter;
beforeAll(async () => {
  importer = await ContentImporter.create();
  importer.clock.moveTo('2026-11-25T12:00:00Z');
}, 120_000);
afterAll(() => importer.close());

const found = {
  imports: 0,
  occurrences: 0,
  named: 0,
  lost: [] as string[],
  doubled: [] as string[],
  texts: [] as string[],
};

interface Row {
  title: string;
  description: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  start_date: string;
  end_date: string;
}

async function bring(seed: number): Promise<void> {
  const sequence = new CalendarSequence(seed);
  const school = await importer.aSchool(`s${seed}`);
  for (const [at, step] of sequence.steps().entries()) {
    const path = await importer.file(`${seed}.ics`, step.text);
    const report = await importer.services.get(CalendarImportService).run({ path, school });
    const rows = await importer.rows<Row>(
      `select title, description, starts_at, ends_at, start_date::text, end_date::text from events
       where school_id = $1 and status <> 'cancelled'`,
      [school],
    );
    compare(`${seed}.${at} ${sequence.exporter.name}, ${step.kind}`, step, { report, rows });
  }
}

function compare(name: string, step: Step, { report, rows }: { report: ImportReport; rows: Row[] }): void {
  const there = rows.map(lineOf);
  const left = [...step.lines];
  for (const line of there) {
    const at = left.indexOf(line);
    if (at < 0) found.doubled.push(`${name}: ${line} is not true`);
    else left.splice(at, 1);
  }
  found.lost.push(...left.map((line) => `${name}: ${line} is not there`));
  const told = [...report.errors, ...report.warnings];
  const unnamed = [...step.named];
  for (const { code, message } of told) {
    const at = unnamed.findIndex((one) => {
      const [wanted = '', title = ''] = [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)];
      return wanted === code && message.includes(title);
    });
    if (at < 0) found.lost.push(`${name}: told without need: ${message}`);
    else unnamed.splice(at, 1);
  }
  found.lost.push(...unnamed.map((one) => `${name}: ${one} is not named`));
  for (const { title, description } of rows) {
    const [reads, is] = [step.texts.get(title), wordsOf(description ?? '')];
    if (reads !== is) found.texts.push(`${name}: ${title}: ${is}, not ${reads}`);
  }
  found.imports += 1;
  found.occurrences += step.lines.length;
  found.named += step.named.length;
}

const lineOf = ({ title, starts_at, ends_at, start_date, end_date }: Row): string =>
  `${starts_at?.toISOString() ?? start_date}/${ends_at?.toISOString() ?? end_date} ${title}`;

const wordsOf = (html: string): string =>
  decodedEntities(html.replace(/<\/?(p|br)>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

describe('What is sent of a calendar afterwards', () => {
  it(
    'loses and doubles nothing that the report does not name',
    async () => {
      for (let at = 0; at < SEEDS.length; at += AT_ONCE)
        await Promise.all(SEEDS.slice(at, at + AT_ONCE).map(bring));
      figure('Calendars in sequences of two to four imports', COUNT);
      figure('Imports of them', found.imports);
      figure('Occurrences in them', found.occurrences);
      figure('Events that the report has to name, each named', found.named);
      figure('Occurrences lost or shifted without a word', found.lost.length, '0');
      figure('Occurrences doubled, or taken for others, without a word', found.doubled.length, '0');
      figure('Descriptions that read otherwise', found.texts.length, '0');
      expect([found.lost, found.doubled, found.texts]).toEqual([[], [], []]);
    },
    60_000 + COUNT * PER_SEQUENCE,
  );
});
