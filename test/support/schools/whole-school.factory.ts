import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OBJECTS_OF_SCHOOL } from '../../../src/cli/backup/snapshot.repository.js';
import { makeMonths } from '../../../src/platform/database/monthly-partitions.js';
import { insertRow } from '../database/insert-row.js';
import { aPerson, type Person, type TestSchool } from '../school.factory.js';
import type { Installation } from './school-moves.js';
import { WholeLife } from '../whole-life.factory.js';

const AT = new Date();
const MONTH_MS = 31 * 86_400_000;
let schools = 0;

/** A school that has rows in every table, and objects of every kind. */
export class WholeSchool {
  private constructor(
    private readonly installation: Installation,
    readonly life: WholeLife,
    /** Has answered a poll and left: nothing else of theirs is there. */
    readonly leaver: Person,
  ) {}

  static async begin(installation: Installation): Promise<WholeSchool> {
    const { t } = installation;
    const whole = new WholeSchool(installation, await WholeLife.begin(t), await aPerson(t));
    await whole.publish();
    await whole.expect();
    await whole.part();
    await whole.beRead();
    await whole.store();
    return whole;
  }

  get school(): TestSchool {
    return this.life.school;
  }

  get id(): string {
    return this.school.id;
  }

  private add(table: string, row: Record<string, unknown>): Promise<string> {
    return insertRow(this.installation.t.dataSource, table, { school_id: this.id, ...row });
  }

  private async one(table: string): Promise<string> {
    const [row] = await this.installation.t.dataSource.query<[{ id: string }]>(
      `select id from ${table} where school_id = $1 limit 1`,
      [this.id],
    );
    return row.id;
  }

  private async publish(): Promise<void> {
    const { ada } = this.life;
    await this.add('school_details', { title: 'About us', updated_at: AT });
    const category_id = await this.add('categories', { name: 'News', color: '#2563eb', position: 0 });
    await this.add('event_series', {
      ...{ category_id, title: 'Practice', all_day: false, local_start: '2026-12-07T15:30', duration: 60 },
      ...{ time_zone: 'America/New_York', rrule: 'FREQ=WEEKLY;COUNT=3', rdates: [], exdates: [], tags: [] },
      ...{ audience_type: 'school', audience_years: [], audience_organization_ids: [] },
      ...{ event_type: 'practice', sequence: 0, source: 'api', created_at: AT, updated_at: AT },
    });
    const menu_entry_id = await this.add('menu_entries', {
      ...{ date: '2026-12-07', meal_type: 'lunch', items: 'Soup', allergens: ['milk'], dietary_tags: [] },
      ...{ image_name: `${randomUUID().replaceAll('-', '')}.png`, sequence: 0, updated_at: AT },
    });
    const run = { id: randomUUID(), items_hash: 'hash', state: 'running', expires_at: AT };
    await this.add('menu_image_runs', { menu_entry_id, ...run });
    const asked = { position: 0, type: 'single_choice', text: 'Which bus?', required: false, private: false };
    const question_id = await this.add('questions', {
      ...{ ...asked, permission_slip_id: this.life.slip.id, required_on_decline: false },
    });
    await this.add('question_choices', { question_id, position: 0, text: 'The early one' });
    const organization_id = await this.one('organizations');
    await this.add('organization_students', { organization_id, student_id: ada.id, added_at: AT });
  }

  /** Those who are to come. */
  private async expect(): Promise<void> {
    const invited = { email: `invited-${randomUUID()}@example.org`, role: 'parent', created_at: AT };
    const invitation_id = await this.add('invitations', invited);
    const of = { student_id: this.life.ada.id, relation: 'mother' };
    await this.add('invitation_students', { invitation_id, ...of });
  }

  /** Those who are gone. */
  private async part(): Promise<void> {
    const { leaver, life } = this;
    const { t } = this.installation;
    for (const table of ['guardian_departures', 'withdrawn_guardians']) {
      const { userId: user_id } = await aPerson(t);
      await this.add(table, { student_id: life.ada.id, source: 'content', source_id: randomUUID(), user_id });
    }
    const { userId: user_id } = await aPerson(t);
    await this.add('member_departures', { user_id, left_at: AT, profile_visibility: 'name_only' });
    const poll_id = await this.one('polls');
    await this.add('poll_responses', { poll_id, user_id: leaver.userId, submitted_at: AT });
  }

  /** In a month in which no other school was. */
  private async beRead(): Promise<void> {
    const { dataSource } = this.installation.t;
    const since = new Date(AT.getTime() - (2 + schools++) * MONTH_MS);
    await makeMonths(dataSource.manager, 'disclosures', [since]);
    await this.add('disclosures', {
      ...{
        subject: 'address',
        subject_id: this.life.ada.id,
        since,
        last_at: since,
        count: 1,
        unmasked: false,
      },
      reader_membership_id: this.life.coGuardian.membershipId,
      ...{ reader_role: 'parent', operation: 'getStudent', resource_id: this.life.ada.id },
    });
  }

  /** Something behind each key, under keys as the service makes them. */
  private async store(): Promise<void> {
    const { dataSource } = this.installation.t;
    for (const table of ['attachments', 'embedded_images'])
      await dataSource.query(
        `update ${table} set key = 'files/' || school_id || '/' || id || '.png' where school_id = $1`,
        [this.id],
      );
    for (const key of await this.objects()) {
      const path = this.installation.pathOf(key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `The object ${key}`);
    }
  }

  async objects(): Promise<string[]> {
    const named = await this.installation.t.dataSource.query<{ key: string }[]>(OBJECTS_OF_SCHOOL, [this.id]);
    return named.map(({ key }) => key);
  }
}
