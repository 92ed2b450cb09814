import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { makeMonths } from '../../../src/platform/database/monthly-partitions.js';
import { aPhoto } from '../../support/files/images.js';
import { PhotoApp } from '../../support/files/photo-app.js';
import type { MovingSite } from '../../support/schools/moving-site.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';

/** Students of the school, and adults who are guardians of one of them each. */
const STUDENTS = 600;
const GUARDIANS = 780;

/** Rows that a school of that size has: families, teams, events and what was read. */
const FILL = `
  with people as (insert into users (email, email_verified_at, created_at)
      select 'moving-' || $1::uuid::text || '-' || i || '@example.org', now(), now() from generate_series(1, ${GUARDIANS}) i
      returning id),
    members as (insert into memberships (school_id, user_id, role, joined_at)
      select $1::uuid, id, 'parent', now() from people returning id),
    pupils as (insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
      select $1::uuid, 'content', 'moving' || i, 'Ada', 'Park ' || i, 2030 + i % 4 from generate_series(1, ${STUDENTS}) i
      returning id),
    teams as (insert into organizations (school_id, kind, name, short_name, source, source_id, created_at, updated_at)
      select $1::uuid, 'team', 'Team ' || i, 'team-' || i, 'content', 'team' || i, now(), now()
      from generate_series(1, 40) i returning id, substr(source_id, 5)::int as i),
    family as (insert into guardians (school_id, student_id, membership_id, source, source_id, first_name, last_name, relation)
      select $1::uuid, p.id, m.id, 'content', 'g' || m.n, 'Maria', 'Park', 'mother'
      from (select id, row_number() over () as n from members) m
      join (select id, row_number() over () as n from pupils) p on p.n = m.n % ${STUDENTS} + 1),
    players as (insert into organization_students (school_id, organization_id, student_id, added_at)
      select $1::uuid, t.id, p.id, now() from (select id, row_number() over () as n from pupils) p join teams t on t.i = p.n % 40 + 1)
  insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id,
    unmasked, count, last_at)
  select $1::uuid, 'contact', p.id, now(), m.id, 'parent', 'getStudent', p.id, false, 1, now()
  from pupils p cross join (select id from members limit 5) m`;

/** A school of 600 students, of which some people write, one has a feed, and one student a photo. */
export class MovingSchool {
  feedPath = '';
  photo: Buffer = Buffer.alloc(0);
  studentId = '';

  private constructor(
    readonly school: TestSchool,
    readonly admin: TestMember,
    /** People who write. */
    readonly authors: TestMember[],
    /** One student of each. */
    readonly students: string[],
  ) {}

  static async make(site: MovingSite, authors: number): Promise<MovingSchool> {
    const { t } = site;
    const school = await aSchool(t);
    await makeMonths(t.dataSource.manager, 'disclosures', [new Date()]);
    await t.dataSource.query(FILL, [school.id]);
    await t.dataSource.query('analyze');
    const members = await Promise.all(Array.from({ length: authors }, () => school.parent()));
    const students = await Promise.all(members.map(async () => (await school.student()).id));
    const made = new MovingSchool(school, await school.admin(), members, students);
    await made.subscribe(site);
    await made.takePhoto(site);
    return made;
  }

  get id(): string {
    return this.school.id;
  }

  /** As if each of them had proven their address at the other place, where they sign in anew. */
  async tokensAt(site: MovingSite): Promise<Map<string, string>> {
    const { app, dataSource } = site.t;
    const emails = [this.admin, ...this.authors].map(({ email }) => email);
    await dataSource.query('update users set email_verified_at = now() where email = any ($1)', [emails]);
    const tokens = app.get(OperatorTokensService);
    return new Map(
      await Promise.all(
        emails.map(async (email) => [email, (await tokens.issue(email, 3600)).accessToken] as const),
      ),
    );
  }

  /** Fails unless the feed and the photo are what they were. */
  async readFeedAndPhoto(site: MovingSite, token: string): Promise<{ feed: number; isSamePhoto: boolean }> {
    const feed = await fetch(site.t.url + this.feedPath);
    const { status, body } = await site.t.api.get(`/students/${this.studentId}/photo/download-url`, {
      token,
    });
    if (status !== 200) return { feed: feed.status, isSamePhoto: false };
    const shown = await fetch(site.t.url + (body.url as string).slice(site.t.settings.siteUrl.length));
    return { feed: feed.status, isSamePhoto: this.photo.equals(Buffer.from(await shown.arrayBuffer())) };
  }

  private async subscribe({ t }: MovingSite): Promise<void> {
    const { token } = this.authors[0]!;
    const { body } = await t.api.post(`/schools/${this.id}/calendar/subscriptions`, { token, body: {} });
    this.feedPath = new URL(body.subscription.feed_url as string).pathname;
  }

  private async takePhoto({ t, installation }: MovingSite): Promise<void> {
    this.studentId = (await this.school.student()).id;
    this.photo = await aPhoto('image/jpeg');
    const photos = new PhotoApp(t, installation.dataDir);
    const of = `/students/${this.studentId}/photo`;
    await photos.put(of, this.admin.token, 'image/jpeg', this.photo);
    const stored = await this.readBytes(t);
    this.photo = stored;
  }

  /** What is stored is cleaned of what a camera writes into it. */
  private async readBytes(t: MovingSite['t']): Promise<Buffer> {
    const { body } = await t.api.get(`/students/${this.studentId}/photo/download-url`, {
      token: this.admin.token,
    });
    const shown = await fetch(t.url + (body.url as string).slice(t.settings.siteUrl.length));
    return Buffer.from(await shown.arrayBuffer());
  }
}
