import { idsIn, type EditTools, type NamedEdit } from './edit-tools.js';

/** Edits of what people have of their own, and of organizations. */
export function peopleEdits(tools: EditTools): NamedEdit[] {
  const {
    editing,
    chance,
    send,
    admin,
    organizations,
    base,
    anyone,
    parent,
    student,
    organization,
    name,
    lists,
  } = tools;
  return [
    ['list: new', 1, () => send('POST', `${base}/lists`, anyone(), { name: name() })],
    ['list: PATCH', 1, lists((id, owner) => send('PATCH', `/lists/${id}`, owner, { name: name() }))],
    [
      'list: add a student',
      2,
      lists((id, owner) => send('POST', `/lists/${id}/students`, owner, { student_id: student().id })),
    ],
    [
      'list: add a parent',
      1,
      lists((id, owner) =>
        send('POST', `/lists/${id}/guardians`, owner, { guardian_membership_id: parent().membershipId }),
      ),
    ],
    ['list: DELETE', 1, lists((id, owner) => send('DELETE', `/lists/${id}`, owner))],
    [
      'note',
      2,
      () => send('PUT', `/students/${student().id}/note`, anyone(), { body: chance.is(0.7) ? name() : '' }),
    ],
    ['star', 2, () => send(chance.of(['POST', 'DELETE']), `/students/${student().id}/star`, anyone())],
    [
      'contact',
      3,
      () =>
        send('PATCH', '/me/contact', anyone(), {
          first_name: 'Wren',
          last_name: name(),
          phone: `+1 212 555 ${String(chance.between(100, 199)).padStart(4, '0')}`,
        }),
    ],
    [
      'profile visibility',
      2,
      () =>
        send('PATCH', '/me/profile-visibility', anyone(), {
          profile_visibility: chance.of(['full', 'name_only']),
        }),
    ],
    [
      'address visibility',
      2,
      () => send('PATCH', '/me/address-visibility', parent(), { address_visible: chance.is(0.5) }),
    ],
    ['notifications read', 2, () => send('POST', `${base}/notifications/read`, anyone())],
    [
      'organization: texts',
      1,
      () =>
        send('PATCH', `/organizations/${organization().id}`, admin, {
          website: `https://${chance.between(1, 999)}.example.org`,
        }),
    ],
    [
      'organization: name',
      1,
      () => send('PATCH', `/organizations/${organization().id}`, admin, { name: name() }),
    ],
    [
      'organization: new',
      0.3,
      () =>
        send('POST', `${base}/organizations`, admin, {
          kind: 'club',
          name: name(),
          short_name: `c-${chance.between(1, 1e9)}`,
        }),
    ],
    [
      'organization: leaders',
      1,
      async () => {
        const staff = await idsIn(editing, admin, `${base}/staff`, 'staff');
        const leaders = [
          { type: 'parent', person_id: parent().membershipId, title: 'Coach' },
          ...(staff.length > 0 && chance.is(0.5)
            ? [{ type: 'staff', person_id: staff[0], title: 'Head' }]
            : []),
        ];
        await send('PUT', `/organizations/${organization().id}/leadership`, admin, { leaders });
      },
    ],
    [
      'roster: student',
      1,
      () => {
        const path = `/organizations/${organization().id}/students`;
        const { id } = student();
        if (chance.is(0.5)) return send('DELETE', `${path}/${id}`, admin);
        return send('POST', path, admin, { student_id: id, jersey: String(chance.between(1, 99)) });
      },
    ],
    [
      'roster: parent',
      1,
      () => {
        const path = `/organizations/${organization().id}/parents`;
        const { membershipId } = parent();
        if (chance.is(0.5)) return send('DELETE', `${path}/${membershipId}`, admin);
        return send('POST', path, admin, { membership_id: membershipId });
      },
    ],
    [
      'result',
      1,
      async () => {
        const ids = await idsIn(editing, admin, `/organizations/${organizations[0]!.id}/schedule`, 'events');
        if (ids.length > 0)
          await send('PUT', `/organizations/${organizations[0]!.id}/results/${chance.of(ids)}`, admin, {
            outcome: chance.of(['win', 'loss']),
          });
      },
    ],
  ];
}
