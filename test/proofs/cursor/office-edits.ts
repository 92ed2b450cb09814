import { SchoolDefaultsService } from '../../../src/features/schools/school-defaults.service.js';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { aPhoto } from '../../support/files/images.js';
import { idsIn, type EditTools, type NamedEdit } from './edit-tools.js';

/** What the office does for others: photos, answers on paper, claims, reminders, archives, settings of the school. */
export function officeEdits(tools: EditTools): NamedEdit[] {
  return [...photoEdits(tools), ...deskEdits(tools), ...schoolEdits(tools)];
}

function photoEdits(tools: EditTools): NamedEdit[] {
  const { editing, t, chance, send, admin, anyone, student, organization } = tools;
  const { photos } = t;
  const put = async (path: string, who: { token: string }): Promise<unknown> => {
    const { status, body } = await photos.address(path, who.token, 'image/png');
    if (status !== 201 && status !== 200) return;
    const bytes = await aPhoto('image/png');
    await photos.send(body.upload_url as string, { method: 'PUT', headers: body.headers, body: bytes });
    return send('POST', path, who, { photo_key: body.photo_key as string });
  };
  const putOrDelete = (path: string, who: { token: string }): Promise<unknown> =>
    chance.is(0.6) ? put(path, who) : send('DELETE', path, who);
  return [
    ['photo of a student', 0.5, () => putOrDelete(`/students/${student().id}/photo`, admin)],
    ['photo of oneself', 0.5, () => putOrDelete('/me/photo', anyone())],
    [
      'photo of an organization',
      0.4,
      async () => {
        const path = `/organizations/${organization().id}`;
        const ids = await idsIn(editing, admin, `${path}/photos`, 'photos');
        if (ids.length > 0 && chance.is(0.5))
          return send('DELETE', `${path}/photos/${chance.of(ids)}`, admin);
        return put(`${path}/photos`, admin);
      },
    ],
  ];
}

function deskEdits(tools: EditTools): NamedEdit[] {
  const { t, chance, send, admin, parent, student, withOne, lists, name } = tools;
  const day = (): string => new Date(t.clock.now().getTime() - 2 * 24 * 3_600_000).toISOString().slice(0, 10);
  return [
    [
      'slip: on paper',
      1,
      withOne('permission-slips/managed', 'permission_slips', (id) =>
        send('POST', `/permission-slips/${id}/paper-responses`, admin, {
          ...{ student_id: student().id, decision: chance.of(['granted', 'declined']) },
          ...{ signed_by_name: name(), relation: 'aunt', signed_on: day() },
        }),
      ),
    ],
    [
      'signup: claim for another',
      1,
      withOne('signups/managed', 'signups', async (id) => {
        const { body } = await t.api.get(`/signups/${id}/management`, { token: admin.token });
        const [item] = (body.items ?? []) as { id: string }[];
        if (item)
          await send('POST', `/signups/${id}/management/claims`, admin, {
            ...{ item_id: item.id, membership_id: parent().membershipId, accept_waitlist: true },
          });
      }),
    ],
    ...(['polls', 'signups', 'permission-slips'] as const).map((path): NamedEdit => [
      `${path}: reminders`,
      0.2,
      withOne(`${path}/managed`, path.replace('-', '_'), (id) =>
        send('POST', `/${path}/${id}/reminders`, admin),
      ),
    ]),
    [
      'list: remove a student',
      0.5,
      lists((id, owner) => send('DELETE', `/lists/${id}/students/${student().id}`, owner)),
    ],
    [
      'list: add a parent of a student',
      0.5,
      lists((id, owner) =>
        send('POST', `/lists/${id}/guardians`, owner, {
          ...{ guardian_membership_id: parent().membershipId, linked_student_id: student().id },
        }),
      ),
    ],
  ];
}

function schoolEdits(tools: EditTools): NamedEdit[] {
  const { editing, chance, send, admin, school, base, organization, organizations, name, asOperator } = tools;
  return [
    [
      'organization: archived',
      0.3,
      () => send('PATCH', `/organizations/${organization().id}`, admin, { archived: chance.is(0.3) }),
    ],
    [
      'organization: season',
      0.3,
      () => send('PATCH', `/organizations/${organization().id}`, admin, { season: name() }),
    ],
    [
      'category: order',
      0.3,
      async () => {
        const ids = await idsIn(editing, admin, `${base}/categories`, 'categories');
        if (ids.length > 1) await send('PUT', `${base}/categories/order`, admin, { ids: ids.reverse() });
      },
    ],
    [
      'result removed',
      0.3,
      async () => {
        const [chess] = organizations;
        const ids = await idsIn(editing, admin, `/organizations/${chess!.id}/schedule`, 'events');
        if (ids.length > 0)
          await send('DELETE', `/organizations/${chess!.id}/results/${chance.of(ids)}`, admin);
      },
    ],
    [
      'school set',
      0.05,
      asOperator(SchoolsService, (schools) => schools.update(school.id, { name: name() })),
    ],
    [
      'school defaults',
      0.05,
      asOperator(SchoolDefaultsService, (defaults) =>
        defaults.setDefaults(school.id, {
          visibility: chance.of(['full', 'name_only'] as const),
          address: chance.of(['shown', 'hidden'] as const),
        }),
      ),
    ],
  ];
}
