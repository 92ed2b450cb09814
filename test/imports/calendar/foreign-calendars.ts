import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import {
  type CalendarImport,
  CalendarImportService,
} from '../../../src/imports/calendar/calendar-import.service.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { ContentImporter } from '../content/content-importer.js';

export const AT = 'DTSTART;TZID=America/New_York:20261207T090000';
export const UNTIL = 'DTEND;TZID=America/New_York:20261207T100000';

/** A file in the form in which exporters write it. */
export const given = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'foreign-files', `${name}.ics`), 'utf8');

export const codes = ({ warnings, errors }: ImportReport) => [
  errors.map(({ code, value }) => `${code} ${value}`),
  warnings.map(({ code, value }) => `${code} ${value}`),
];

interface Row {
  title: string;
  starts_at: Date | null;
  ends_at: Date | null;
  start_date: string;
  end_date: string;
}

/** A school in New York on 25 November 2026, and the calendars that are brought to it. */
export class ForeignCalendars {
  private school = '';

  private constructor(readonly importer: ContentImporter) {}

  static async create(): Promise<ForeignCalendars> {
    const importer = await ContentImporter.create();
    importer.clock.moveTo('2026-11-25T12:00:00Z');
    return new ForeignCalendars(importer);
  }

  close = (): Promise<void> => this.importer.close();

  async empty(): Promise<void> {
    await this.importer.empty();
    this.school = await this.importer.aSchool('north');
  }

  bring = async (text: string, options: Partial<CalendarImport> = {}): Promise<ImportReport> => {
    const path = await this.importer.file('c.ics', text);
    return this.importer.services.get(CalendarImportService).run({ path, school: this.school, ...options });
  };

  /** `2026-12-07T14:00/15:00 Title`, in UTC; `2026-12-07/2026-12-07 Title` when all day. */
  shown = async (): Promise<string[]> => {
    const rows = await this.importer.rows<Row>(
      `select title, starts_at, ends_at, start_date::text, end_date::text from events where status <> 'cancelled'`,
    );
    return rows
      .map(({ title, starts_at, ends_at, start_date, end_date }) => {
        if (!starts_at || !ends_at) return `${start_date}/${end_date} ${title}`;
        return `${starts_at.toISOString().slice(0, 16)}/${ends_at.toISOString().slice(11, 16)} ${title}`;
      })
      .sort();
  };

  /** The second time nothing is changed. */
  again = async (text: string, options: Partial<CalendarImport> = {}): Promise<void> => {
    const all = () => this.importer.rows('select * from events order by id');
    const before = await all();
    const { created, updated, archived } = await this.bring(text, options);
    expect([created, updated, archived]).toEqual(Array(3).fill({ events: 0, series: 0 }));
    expect(await all()).toEqual(before);
  };
}
