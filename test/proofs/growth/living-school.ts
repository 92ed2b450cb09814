import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { DAY_MS } from '../../../src/platform/database/retention.js';
import { BackgroundJobs, type Job } from '../../../src/platform/jobs/background-jobs.js';
import { aPersonWithPassword } from '../../support/application.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { LinkedService } from '../../support/mail/mailed-links.js';
import { types } from '../../support/processes/operator.js';
import { aSchool, type Person, type TestMember, type TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { upload } from '../../support/upload.factory.js';
import { webhookRows } from '../../support/webhook.factory.js';

const PARENTS = 3;
const WEEK = 7;
/** More than any job has to do at once here. */
const MOST_ROUNDS = 200;

/** A school in which a few people live from day to day, and whose clock is moved: what a day leaves behind is always the same. */
export class LivingSchool {
  private readonly folder = mkdtempSync(join(tmpdir(), 'living-school-'));
  private readonly env = { ...process.env };
  private readonly jobs: Job[];
  private parents: { person: Person; studentId: string }[] = [];
  private admin!: TestMember;
  private day = 0;

  private constructor(
    private readonly links: LinkedService,
    private readonly school: TestSchool,
  ) {
    this.jobs = this.t.app.get<unknown, { jobs: Job[] }>(BackgroundJobs).jobs;
  }

  static async begin(at: string): Promise<LivingSchool> {
    const links = await LinkedService.start();
    links.t.clock.stopAt(at);
    const living = new LivingSchool(links, await aSchool(links.t));
    await living.work();
    await living.fill();
    return living;
  }

  get t(): TestApp {
    return this.links.t;
  }

  async end(): Promise<void> {
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    await this.links.close();
    rmSync(this.folder, { recursive: true });
  }

  /** A day of everybody, and then of whatever the service does behind them. */
  async live(): Promise<void> {
    this.day += 1;
    for (const [at, { person, studentId }] of this.parents.entries()) {
      if (this.day % PARENTS === at) await this.signIn(person);
      const token = await this.tokenOf(person);
      await this.read(token, studentId);
      await this.write(token, at);
    }
    await this.ask();
    const office = await this.tokenOf(this.admin);
    await this.publish(office);
    if (this.day % WEEK === 0) await this.liveWeek(office);
    this.t.clock.advance(DAY_MS);
    await this.work();
  }

  private async fill(): Promise<void> {
    for (let n = 0; n < PARENTS; n += 1) {
      const student = await this.school.student();
      const person = await aPersonWithPassword(this.t);
      const { membershipId, email } = await this.school.parent({}, person);
      await this.school.guardian(student, { membershipId, email });
      this.parents.push({ person, studentId: student.id });
    }
    this.admin = await this.school.admin();
  }

  /** Every job of a service goes round until it has nothing more to do. */
  private async work(): Promise<void> {
    const { signal } = new AbortController();
    for (const { name, round } of this.jobs)
      for (let rounds = 1; await round(signal); rounds += 1)
        if (rounds > MOST_ROUNDS) throw new Error(`${name} comes to no end`);
  }

  /** Good for an hour by the clock of the school. */
  private async tokenOf({ email }: Person): Promise<string> {
    return (await this.t.app.get(OperatorTokensService).issue(email, 3_600)).accessToken;
  }

  private async signIn(person: Person): Promise<void> {
    const { app } = this.links;
    const { body } = done(await app.signIn(person));
    done(await app.renew((body as { refresh_token: string }).refresh_token));
    await app.signIn(person, 'not the password');
  }

  private async read(token: string, studentId: string): Promise<void> {
    const { api } = this.t;
    for (const path of [`/schools/${this.school.id}/students`, `/students/${studentId}`, '/me'])
      done(await api.get(path, { token }));
  }

  private async write(token: string, at: number): Promise<void> {
    const { api } = this.t;
    const headers = { 'idempotency-key': `day ${this.day} of ${at}` };
    const body = { name: `Day ${this.day}` };
    const made = done(await api.post(`/schools/${this.school.id}/lists`, { token, headers, body }));
    done(await api.delete(`/lists/${(made.body as { id: string }).id}`, { token }));
    const profile_visibility = this.day % 2 === 0 ? 'full' : 'name_only';
    done(await api.patch('/me/profile-visibility', { token, body: { profile_visibility } }));
  }

  /** What strangers and forgetful people begin. */
  private async ask(): Promise<void> {
    const { email } = this.parents[this.day % PARENTS]!.person;
    await this.links.ask(email);
    await this.links.post('/sign-in/by-mail', { email });
    await this.links.ask(`nobody-${this.day}@example.org`);
  }

  private async publish(token: string): Promise<void> {
    const { api, clock } = this.t;
    const path = `/schools/${this.school.id}`;
    const expires_at = new Date(clock.now().getTime() + DAY_MS).toISOString();
    const notice = { title: `Day ${this.day}`, body: '<p>Bring a hat</p>', expires_at };
    done(await api.post(`${path}/notices`, { token, body: notice }));
    const date = clock.now().toISOString().slice(0, 10);
    const event = { title: `Day ${this.day}`, all_day: true, start_date: date, end_date: date };
    const { body } = done(await api.post(`${path}/calendar/events`, { token, body: event }));
    done(await api.delete(`${path}/calendar/events/${(body as { id: string }).id}`, { token }));
    done(await upload(this.t, this.school.id, token));
  }

  /** An import, an invitation, a backup and a webhook that nobody hears. */
  private async liveWeek(token: string): Promise<void> {
    const path = join(this.folder, 'menus.csv');
    const date = this.t.clock.now().toISOString().slice(0, 10);
    writeFileSync(path, `date,meal_type,items\n${date},lunch,"Pizza ${this.day}"\n`);
    await this.command('import', 'menus', path, '--school', this.school.id);
    await this.command(
      'invite',
      '--school',
      this.school.id,
      '--email',
      `week-${this.day}@example.org`,
      '--role',
      'parent',
    );
    await this.command('backup', join(this.folder, `${this.day}.backup`));
    rmSync(join(this.folder, `${this.day}.backup`));
    await webhookRows(this.t, this.school);
    done(await this.t.api.get(`/schools/${this.school.id}/webhooks`, { token }));
  }

  /** Of an operator whose clock is that of the school. */
  private async command(...argv: string[]): Promise<void> {
    Object.assign(process.env, {
      ...{ DATABASE_URL: this.t.databaseUrl, DATA_DIR: this.folder },
      ...{ AUTH_SIGNING_KEY: this.t.settings.signingKey, CLOCK: this.t.clock.now().toISOString() },
    });
    const { status, stderr } = await types([...argv, '--json']);
    delete process.env.CLOCK;
    if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  }
}

function done(answer: ApiAnswer): ApiAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}
