import { HOUR, idsIn, type EditTools, type NamedEdit } from './edit-tools.js';

/** Edits of what is published to an audience, and of what the office keeps for all. */
export function publishedEdits(tools: EditTools): NamedEdit[] {
  const { editing, t, chance, send, admin, base, anyone, name, inHours, audience, make, withOne } = tools;
  /** Half of the events ask who comes, and answers to some end before they begin. */
  const asking = (begins: string): object =>
    chance.is(0.5)
      ? {
          rsvp: {
            by: chance.of(['student', 'person']),
            until: chance.is(0.5) ? new Date(Date.parse(begins) - 5 * HOUR).toISOString() : null,
          },
        }
      : {};
  const answer = async (who: ReturnType<typeof anyone>): Promise<void> => {
    const { body } = await t.api.get(`${base}/calendar`, { token: who.token });
    const events = (body?.events ?? []) as {
      id: string;
      rsvp: { mine: { student_id: string | null }[] } | null;
    }[];
    const asked = events.filter(({ rsvp }) => rsvp && rsvp.mine.length > 0);
    if (asked.length === 0) return;
    const { id, rsvp } = chance.of(asked);
    const answers = rsvp!.mine.map(({ student_id }) => ({
      ...{ student_id, answer: chance.of(['yes', 'no', 'maybe']) },
    }));
    await send('PUT', `${base}/calendar/events/${id}/rsvp`, who, { answers });
  };
  return [
    [
      'notice: new',
      4,
      make('notices', () => ({
        title: name(),
        body: 'Text',
        starts_at: inHours(-1, 5),
        expires_at: inHours(6, 40),
      })),
    ],
    [
      'notice: PATCH',
      3,
      withOne('notices', 'notices', (id) =>
        send('PATCH', `${base}/notices/${id}`, admin, {
          title: name(),
          ...(chance.is(0.5) && { audience: audience() }),
        }),
      ),
    ],
    [
      'notice: DELETE',
      1,
      withOne('notices', 'notices', (id) => send('DELETE', `${base}/notices/${id}`, admin)),
    ],
    [
      'notice: read',
      3,
      async () => {
        const reader = anyone();
        const ids = await idsIn(editing, reader, `${base}/notices`, 'notices');
        if (ids.length > 0) await t.api.get(`${base}/notices/${chance.of(ids)}`, { token: reader.token });
      },
    ],
    ['document: new', 2, make('documents', () => ({ title: name(), attachments: [] }))],
    [
      'document: PATCH',
      2,
      withOne('documents', 'documents', (id) =>
        send('PATCH', `${base}/documents/${id}`, admin, {
          title: name(),
          attachments: [],
          audience: audience(),
        }),
      ),
    ],
    [
      'document: DELETE',
      1,
      withOne('documents', 'documents', (id) => send('DELETE', `${base}/documents/${id}`, admin)),
    ],
    ['school details', 1, () => send('PUT', `${base}/school-details`, admin, { title: name() })],
    [
      'event: new',
      3,
      make('calendar/events', () => {
        const at = inHours(-20, 90);
        const ends_at = new Date(Date.parse(at) + HOUR).toISOString();
        return { title: name(), starts_at: at, ends_at, ...asking(at) };
      }),
    ],
    [
      'event: PATCH',
      3,
      withOne('calendar', 'events', (id) =>
        send('PATCH', `${base}/calendar/events/${id}`, admin, {
          title: name(),
          ...(chance.is(0.4) && { audience: audience() }),
          ...(chance.is(0.3) && { rsvp: chance.is(0.6) ? { by: chance.of(['student', 'person']) } : null }),
        }),
      ),
    ],
    [
      'event: PATCH following',
      1,
      withOne('calendar', 'events', (id) =>
        send('PATCH', `${base}/calendar/events/${id}?scope=following`, admin, { title: name() }),
      ),
    ],
    ['event: answer', 4, () => answer(anyone())],
    [
      'event: DELETE',
      2,
      withOne('calendar', 'events', (id) => send('DELETE', `${base}/calendar/events/${id}`, admin)),
    ],
    [
      'series: new',
      1,
      make('calendar/series', () => ({
        title: name(),
        local_start: '2026-09-07T15:30',
        duration_minutes: 60,
        rrule: `FREQ=WEEKLY;COUNT=${chance.between(2, 6)}`,
        ...(chance.is(0.5) && { rsvp: { by: 'student' } }),
      })),
    ],
    [
      'series: PATCH',
      1,
      withOne('calendar/series', 'series', (id) =>
        send(
          'PATCH',
          `${base}/calendar/series/${id}`,
          admin,
          chance.of([
            { title: name() },
            { audience: audience() },
            { rrule: `FREQ=WEEKLY;COUNT=${chance.between(2, 6)}` },
          ]),
        ),
      ),
    ],
    [
      'series: DELETE',
      1,
      withOne('calendar/series', 'series', (id) => send('DELETE', `${base}/calendar/series/${id}`, admin)),
    ],
    [
      'menu: new',
      2,
      () =>
        send('POST', `${base}/menus`, admin, {
          date: `2026-10-${String(chance.between(1, 30)).padStart(2, '0')}`,
          meal_type: chance.of(['lunch', 'snack']),
          items: name(),
        }),
    ],
    [
      'menu: PATCH',
      1,
      withOne('menus', 'menus', (id) => send('PATCH', `${base}/menus/${id}`, admin, { items: name() })),
    ],
    ['menu: DELETE', 1, withOne('menus', 'menus', (id) => send('DELETE', `${base}/menus/${id}`, admin))],
    ['category: new', 1, () => send('POST', `${base}/categories`, admin, { name: name(), color: '#112233' })],
    [
      'category: PATCH',
      1,
      withOne('categories', 'categories', (id) =>
        send('PATCH', `${base}/categories/${id}`, admin, { name: name() }),
      ),
    ],
    [
      'category: DELETE',
      1,
      withOne('categories', 'categories', (id) => send('DELETE', `${base}/categories/${id}`, admin)),
    ],
    [
      'category: of an item',
      2,
      async () => {
        const categories = await idsIn(editing, admin, `${base}/categories`, 'categories');
        if (categories.length === 0) return;
        const [path, list] = chance.of([
          ['notices', 'notices'],
          ['calendar', 'events'],
        ] as const);
        await withOne(path, list, (id) =>
          send('PATCH', `${base}/${path === 'calendar' ? 'calendar/events' : path}/${id}`, admin, {
            category_id: chance.of(categories),
          }),
        )();
      },
    ],
  ];
}
