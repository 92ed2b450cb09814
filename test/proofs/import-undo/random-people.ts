import type { TestMember } from '../../support/school.factory.js';
import type { Person } from '../../support/school.factory.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import type { Chance } from '../imports/chance.js';

type Row = Record<string, string>;

/** What members of the school do, by HTTP, with whatever imports have brought; one that is refused has done nothing. */
export class RandomPeople {
  /** Counts of writes that were taken, by name. */
  readonly done: Record<string, number> = {};
  private readonly registered: Person[] = [];

  constructor(
    private readonly t: ImportApp,
    private readonly chance: Chance,
    readonly schoolId: string,
    private readonly admin: TestMember,
    private readonly parent: TestMember,
    private readonly account: (email: string) => Promise<Person>,
  ) {}

  async act(): Promise<void> {
    const names = Object.keys(this.acts);
    const name = this.chance.of(names);
    if (await this.acts[name]!()) this.done[name] = (this.done[name] ?? 0) + 1;
  }

  private readonly acts: Record<string, () => Promise<boolean>> = {
    star: () => this.about('students', ({ id }) => this.send('POST', `/students/${id}/star`)),
    note: () =>
      this.about('students', ({ id }) => this.send('PUT', `/students/${id}/note`, { body: 'Flute' })),
    'list entry': () =>
      this.about('students', async ({ id }) => {
        const list = await this.t.api.post(`${this.school}/lists`, {
          token: this.admin.token,
          body: { name: 'Mine' },
        });
        return this.send('POST', `/lists/${String(list.body.id)}/students`, { student_id: id });
      }),
    'event changed': () =>
      this.about('events', (row) => this.send('PATCH', this.event(row), { location: 'Gym' })),
    'event deleted': () => this.about('events', (row) => this.send('DELETE', this.event(row))),
    'event made': () =>
      this.send('POST', `${this.school}/calendar/events`, {
        ...{ title: 'By hand', starts_at: '2026-10-20T10:00:00Z', ends_at: '2026-10-20T11:00:00Z' },
      }),
    'meal changed': () =>
      this.about('menu_entries', ({ id }) =>
        this.send('PATCH', `${this.school}/menus/${id}`, { items: 'Hay' }),
      ),
    'category made': () =>
      this.send('POST', `${this.school}/categories`, {
        name: this.chance.of(['News', 'Own']),
        color: '#000000',
      }),
    'category changed': () =>
      this.about('categories', ({ id }) =>
        this.send('PATCH', `${this.school}/categories/${id}`, { color: '#010203' }),
      ),
    'category deleted': () =>
      this.about('categories', ({ id }) => this.send('DELETE', `${this.school}/categories/${id}`)),
    'notice to a club': () =>
      this.about('organizations', ({ id }) =>
        this.send('POST', `${this.school}/notices`, {
          ...{ title: 'Hand', body: '<p>x</p>', expires_at: '2027-01-01T00:00:00Z' },
          audience: { type: 'organizations', organization_ids: [id] },
        }),
      ),
    'notice in a category': () =>
      this.about('categories', ({ id }) =>
        this.send('POST', `${this.school}/notices`, {
          ...{ title: 'Hand', body: '<p>x</p>', expires_at: '2027-01-01T00:00:00Z', category_id: id },
        }),
      ),
    'notice deleted': () =>
      this.about('notices', ({ id }) => this.send('DELETE', `${this.school}/notices/${id}`)),
    'notice read': () =>
      this.about('notices', ({ id }) =>
        this.send('GET', `${this.school}/notices/${id}`, undefined, this.parent),
      ),
    'document changed': () =>
      this.about('documents', ({ id }) =>
        this.send('PATCH', `${this.school}/documents/${id}`, { title: 'Hand' }),
      ),
    'document deleted': () =>
      this.about('documents', ({ id }) => this.send('DELETE', `${this.school}/documents/${id}`)),
    'club changed': () =>
      this.about('organizations', ({ id }) =>
        this.send('PATCH', `/organizations/${id}`, { description: '<p>Hand</p>' }),
      ),
    'club joined': () =>
      this.about('organizations', async ({ id }) =>
        this.about('students', (student) =>
          this.send('POST', `/organizations/${id}/students`, { student_id: student['id'] }),
        ),
      ),
    'poll answered': () => this.about('polls', ({ id }) => this.answer(id!)),
    'poll changed': () =>
      this.about('polls', ({ id }) => this.send('PATCH', `/polls/${id}/management`, { title: 'Hand' })),
    'sign-up claimed': () =>
      this.about('signup_items', ({ id, signup_id }) =>
        this.send('POST', `/signups/${signup_id}/claims`, { item_id: id, quantity: 1 }, this.parent),
      ),
    'slip changed': () =>
      this.about('permission_slips', ({ id }) =>
        this.send('PATCH', `/permission-slips/${id}/management`, { title: 'Hand' }),
      ),
    'guardian registered': () =>
      this.about('guardians', async ({ email }) => {
        if (!email || this.registered.some((one) => one.email === email)) return false;
        const person = await this.account(email);
        this.registered.push(person);
        const { status } = await this.t.api.post('/registration/confirm', { token: person.token, body: {} });
        return status < 300;
      }),
    'contact hidden': async () => {
      const person = this.registered.at(-1) ?? this.parent;
      const { status } = await this.t.api.patch('/me/profile-visibility', {
        ...{ token: person.token, body: { profile_visibility: this.chance.of(['name_only', 'full']) } },
      });
      return status < 300;
    },
    'school renamed': async () => {
      await this.t.dataSource.query(`update schools set name = 'By hand', updated_at = now() where id = $1`, [
        this.schoolId,
      ]);
      return true;
    },
  };

  /** What they may do. */
  get kinds(): string[] {
    return Object.keys(this.acts);
  }

  private get school(): string {
    return `/schools/${this.schoolId}`;
  }

  private event({ id, series_id, original_start }: Row): string {
    return `${this.school}/calendar/events/${series_id ? `${series_id}_${original_start}` : id}`;
  }

  private async answer(poll: string): Promise<boolean> {
    const { body } = await this.t.api.get(`/polls/${poll}`, { token: this.parent.token });
    const questions = (body.questions ?? []) as { id: string; choices: { id: string }[] }[];
    const answers = questions.map(({ id, choices }) => ({ question_id: id, choice_id: choices[0]!.id }));
    return this.send('POST', `/polls/${poll}/respond`, { answers }, this.parent);
  }

  /** One row of the school, whichever. */
  private async about(table: string, act: (row: Row) => Promise<boolean>): Promise<boolean> {
    const rows = await this.t.dataSource.query<Row[]>(
      `select * from ${table} t where school_id = $1 order by to_jsonb(t) - 'id' - 'school_id'`,
      [this.schoolId],
    );
    return rows.length > 0 && act(this.chance.of(rows));
  }

  private async send(
    method: string,
    path: string,
    body?: object,
    by: TestMember = this.admin,
  ): Promise<boolean> {
    const { status } = await this.t.api.send(method, path, { token: by.token, ...(body && { body }) });
    if (status >= 500) throw new Error(`${method} ${path}: ${status}`);
    return status < 300;
  }
}
