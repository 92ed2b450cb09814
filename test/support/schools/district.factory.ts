import { OneRosterImportService } from '../../../src/imports/oneroster/oneroster-import.service.js';
import { NO_PROGRESS, type ImportReport } from '../../../src/platform/import-report.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import type { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import { aPerson, type Person } from '../school.factory.js';
import { tokenOf } from '../tokens.js';

/** In seconds: tokens for a test that goes through years. */
const YEARS = 20 * 366 * 24 * 60 * 60;

export interface Member {
  school: string;
  status: string;
  students: string[];
}

/** What a district's schools are fed with, and what its families see of it. */
export class District {
  constructor(
    readonly t: ImportApp,
    readonly source: string,
  ) {}

  async bring(
    files: OneRosterFiles,
    options: { archiveLimitPercent?: number; dryRun?: boolean; noRegistration?: boolean } = {},
  ): Promise<ImportReport> {
    const path = await files.inFolder();
    const given = { source: this.source, timeZone: 'America/New_York', progress: NO_PROGRESS };
    return this.t.services.get(OneRosterImportService).run({
      ...given,
      path,
      dryRun: false,
      archiveLimitPercent: 100,
      ...options,
    });
  }

  /** An account with a verified email that nobody has invited. */
  async account(email: string): Promise<Person> {
    const person = await aPerson(this.t, { email });
    return { ...person, token: await tokenOf(this.t, person, { ttl: YEARS }) };
  }

  register({ token }: Person, guardian_ids?: string[]) {
    return this.t.api.post('/registration/confirm', { token, body: guardian_ids ? { guardian_ids } : {} });
  }

  async registered(email: string): Promise<Person> {
    const person = await this.account(email);
    const { status } = await this.register(person);
    if (status !== 200) throw new Error(`${email} may not register: ${status}`);
    return person;
  }

  /** What the account has, by school. */
  async seenBy({ token }: Person): Promise<Member[]> {
    const { body } = await this.t.api.get('/me', { token });
    const memberships = body.memberships as {
      school_name: string;
      status: string;
      students: { first_name: string }[];
    }[];
    return memberships.map(({ school_name: school, status, students }) => ({
      school,
      status,
      students: students.map(({ first_name }) => first_name),
    }));
  }

  /** Guardians on file at a school, as `student: name relation`. */
  async onFile(school: string): Promise<string[]> {
    const rows = await this.t.dataSource.query<{ told: string }[]>(
      `select s.source_id || ': ' || trim(g.first_name || ' ' || g.last_name) || ' ' || g.relation as told
       from guardians g join students s on s.id = g.student_id join schools school on school.id = g.school_id
       where school.source = $1 and school.source_id = $2 and s.archived_at is null order by 1`,
      [this.source, school],
    );
    return rows.map(({ told }) => told);
  }

  async schoolId(sourceId: string): Promise<string> {
    const [row] = await this.t.dataSource.query<{ id: string }[]>(
      'select id from schools where source = $1 and source_id = $2',
      [this.source, sourceId],
    );
    return row!.id;
  }
}
