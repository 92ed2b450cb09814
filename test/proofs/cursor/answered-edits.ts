import { idsIn, type EditTools, type NamedEdit } from './edit-tools.js';

/** Edits of what is asked, and answers to it. */
export function answeredEdits(tools: EditTools): NamedEdit[] {
  const {
    editing,
    t,
    chance,
    send,
    admin,
    base,
    anyone,
    parent,
    name,
    inHours,
    make,
    withOne,
    answered,
    opening,
    windowed,
  } = tools;
  return [
    [
      'poll: new',
      2,
      make('polls', () => ({
        title: name(),
        results_visibility: chance.of(['always', 'after_response', 'after_close', 'never']),
        anonymous: chance.is(0.3),
        questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }],
        ...opening(),
      })),
    ],
    ...answered('polls', 'polls', 'polls', () => ({})),
    [
      'poll: answer',
      3,
      async () => {
        const who = anyone();
        const ids = await idsIn(editing, who, `${base}/polls`, 'polls');
        if (ids.length === 0) return;
        const id = chance.of(ids);
        const { body } = await t.api.get(`/polls/${id}`, { token: who.token });
        const answers = (body.questions ?? []).map((question: { id: string; choices: { id: string }[] }) => ({
          question_id: question.id,
          choice_id: chance.of(question.choices).id,
        }));
        await send('POST', `/polls/${id}/respond`, who, { answers });
      },
    ],
    [
      'signup: new',
      2,
      make('signups', () => ({
        title: name(),
        claim_per: 'person',
        claimant_visibility: chance.of(['names', 'managers_only']),
        items: [{ title: 'Cake', capacity: 2, waitlist_enabled: true }],
        ...windowed(),
      })),
    ],
    ...answered('signups', 'signups', 'signups', () => ({ visible_until: inHours(31, 60) })),
    [
      'signup: for an event',
      1,
      async () => {
        const events = await idsIn(editing, admin, `${base}/calendar`, 'events');
        if (events.length > 0)
          await withOne('signups/managed', 'signups', (id) =>
            send('PATCH', `/signups/${id}/management`, admin, { event_id: chance.of([...events, null]) }),
          )();
      },
    ],
    [
      'signup: claim',
      4,
      async () => {
        const who = anyone();
        const ids = await idsIn(editing, who, `${base}/signups`, 'signups');
        if (ids.length === 0) return;
        const { body } = await t.api.get(`/signups/${chance.of(ids)}`, { token: who.token });
        const item = body.items?.[0] as { id: string; my_claim_ids: string[] } | undefined;
        if (!item) return;
        const [own] = item.my_claim_ids;
        if (own) await send('DELETE', `/signups/${body.id}/claims/${own}`, who);
        else
          await send('POST', `/signups/${body.id}/claims`, who, {
            item_id: item.id,
            accept_waitlist: true,
            comment: name(),
          });
      },
    ],
    [
      'slip: new',
      2,
      make('permission-slips', () => ({
        title: name(),
        body: 'By bus',
        statement: 'My child may go',
        answer_per: chance.of(['student', 'family']),
        signature_required: false,
        second_guardian_required: chance.is(0.3),
        ...windowed(),
      })),
    ],
    ...answered('permission-slips', 'permission_slips', 'permission-slips', () => ({
      visible_until: inHours(31, 60),
    })),
    [
      'slip: answer',
      4,
      async () => {
        const who = parent();
        const ids = await idsIn(editing, who, `${base}/permission-slips`, 'permission_slips');
        if (ids.length === 0) return;
        const { body } = await t.api.get(`/permission-slips/${chance.of(ids)}`, { token: who.token });
        const [given] = (body.my_responses ?? []) as { id: string; state: string }[];
        if (given && chance.is(0.5))
          return send('DELETE', `/permission-slips/${body.id}/responses/${given.id}`, who);
        const asked =
          (body.my_students?.[0] as { student_id: string | null } | undefined)?.student_id ?? null;
        await send('POST', `/permission-slips/${body.id}/responses`, who, {
          ...(asked && { student_id: asked }),
          decision: chance.of(['granted', 'declined']),
          answers: [],
        });
      },
    ],
  ];
}
