import type { Api, ApiSchema } from './api.js';

/** What is done to the document, how, and by which finding it is known. Each has operations or schemas of its own. */
type Break = [what: string, change: (api: Api) => void, finding: RegExp];
type HarmlessChange = [what: string, change: (api: Api) => void];

const text = (): ApiSchema => ({ type: 'string' });
const query = (name: string, required: boolean) => ({ name, in: 'query', required, schema: text() });

export const BREAKS: Break[] = [
  ['an operation is removed', (api) => api.remove('getWatch'), /getWatch api-.*removed/],
  ['an operation moves', (api) => api.move('listNearbyFamilies', 'near'), /listNearbyFamilies api-.*removed/],
  [
    'an operation is renamed, and with it the methods of generated clients',
    (api) => (api.operation('listOutstanding').operationId = 'listTodos'),
    /list\w+ api-operation-id-removed .*listOutstanding/,
  ],
  [
    'a field of an answer is removed',
    (api) => {
      delete api.schema('MapMarker').properties!.starred;
      api.offer('MapMarker', 'starred');
    },
    /listMapMarkers .*removed .*starred/,
  ],
  [
    'a field of an answer is renamed',
    (api) => api.rename('MenuEntry', 'allergens', 'allergies'),
    /listMenus .*removed .*allergens/,
  ],
  [
    'a field of an answer may be missing',
    (api) => api.offer('Changes', 'more'),
    /listChanges .*became-optional .*more/,
  ],
  [
    'a field of an answer may be null',
    (api) =>
      (api.property('NoteAnswer', 'note').nullable = true) && (api.property('Note', 'body').nullable = true),
    /putNote .*became-nullable .*body/,
  ],
  [
    'a field of an answer has another type',
    (api) => (api.property('MySession', 'id').type = 'integer'),
    /listMySessions .*type-changed .*id/,
  ],
  [
    'a field of an answer has another format',
    (api) => (api.property('StudentList', 'school_id').format = 'uri'),
    /listLists .*type-changed .*school_id/,
  ],
  [
    'a field of an answer has a value that clients do not know',
    (api) => api.property('AuditActor', 'kind').enum!.push('assistant'),
    /listAuditEntries .*enum-value-added .*assistant/,
  ],
  [
    'a code of errors is removed',
    (api) => void api.property('ErrorDetails', 'code').enum!.splice(1, 1),
    /getMe .*enum-value-removed .*error\/code/,
  ],
  [
    'a field of a request has to be there',
    (api) => api.require('MenuSubscriptionInput', 'name'),
    /createMenuSubscription .*became-required .*name/,
  ],
  [
    'a request has a new field that has to be there',
    (api) => api.require('ProfileVisibilityInput', 'reason', text()),
    /setMyProfileVisibility new-required-request-property .*reason/,
  ],
  [
    'a query has a new parameter that has to be there',
    (api) => void api.operation('listStaff').parameters.push(query('department', true)),
    /listStaff new-required-request-parameter .*department/,
  ],
  [
    'a parameter is removed',
    (api) =>
      (api.operation('listStudents').parameters = api
        .operation('listStudents')
        .parameters.filter(({ name }) => name !== 'q')),
    /listStudents request-parameter-removed .*q/,
  ],
  [
    'a parameter takes fewer values',
    (api) =>
      void api
        .operation('exportList')
        .parameters.find(({ name }) => name === 'version')!
        .schema.enum!.pop(),
    /exportList .*enum-value-removed/,
  ],
  [
    'a field of a request takes fewer letters',
    (api) => (api.property('NoteInput', 'body').maxLength = 1000),
    /putNote .*max-length-decreased .*body/,
  ],
  [
    'a field of a request takes fewer values',
    (api) => void api.property('ResultInput', 'outcome').enum!.pop(),
    /putOrganizationResult .*enum-value-removed .*placed/,
  ],
  [
    'a field of a request has a form that it had not',
    (api) => (api.property('MyContactInput', 'phone').pattern = '^[+]'),
    /updateMyContact .*pattern-added .*phone/,
  ],
  [
    'a list of a request needs more items',
    (api) => (api.property('PollQuestionInput', 'choices').minItems = 3),
    /createPoll .*min-items-increased .*choices/,
  ],
  [
    'a field of a request takes null no more',
    (api) => (api.property('SignupClaimInput', 'comment').nullable = false),
    /createSignupClaim .*not-nullable .*comment/,
  ],
  [
    'a success has another status',
    (api) => {
      const { responses } = api.operation('createNotice');
      responses[200] = responses[201]!;
      delete responses[201];
    },
    /createNotice .*success-status-removed/,
  ],
  [
    'an answer comes as something else',
    (api) => {
      const success = api.operation('exportPollResults').responses[200]!;
      success.content = { 'application/pdf': Object.values(success.content!)[0] };
    },
    /exportPollResults .*media-type-removed/,
  ],
  [
    'a body has to be there',
    (api) => (api.operation('confirmRegistration').requestBody!.required = true),
    /confirmRegistration request-body-became-required/,
  ],
  [
    'an operation takes other credentials',
    (api) => (api.operation('revokeTokens').security = [{ basic: [] }]),
    /revokeTokens api-security-removed/,
  ],
];

export const HARMLESS_CHANGES: HarmlessChange[] = [
  [
    'a new operation',
    (api) =>
      (api.document.paths['/api/v1/news'] = {
        get: { ...api.operation('listOutstanding'), operationId: 'listNews' },
      }),
  ],
  [
    'a new parameter that may be left out',
    (api) => void api.operation('listStaff').parameters.push(query('room', false)),
  ],
  [
    'a parameter that may be left out now',
    (api) =>
      (api.operation('listMenusOfDay').parameters.find(({ name }) => name === 'date')!.required = false),
  ],
  [
    'a new field of a request that may be left out',
    (api) => (api.schema('PollInput').properties!.note = text()),
  ],
  ['a field of a request that may be left out now', (api) => api.offer('CategoryInput', 'color')],
  [
    'a field of a request that may be null now',
    (api) => (api.property('ResultInput', 'outcome').nullable = true),
  ],
  [
    'a field of a request that takes more letters',
    (api) => (api.property('NoteInput', 'body').maxLength = 9000),
  ],
  ['a field of a request without a bound', (api) => delete api.property('MyContactInput', 'phone').maxLength],
  [
    'a field of a request that takes any form',
    (api) => delete api.property('CategoryInput', 'color').pattern,
  ],
  [
    'a field of a request that takes a new value',
    (api) => api.property('PhotoUrlsRequest', 'size').enum!.push(640),
  ],
  [
    'a list of a request that takes more items',
    (api) => (api.property('PhotoUrlsRequest', 'students').maxItems = 300),
  ],
  [
    'a parameter that takes a new value',
    (api) =>
      api
        .operation('printOrganizationRoster')
        .parameters.find(({ name }) => name === 'use')!
        .schema.enum!.push('bus'),
  ],
  ['a new field of an answer', (api) => (api.schema('StaffMember').properties!.pronouns = text())],
  ['a new field that every answer has', (api) => api.require('Category', 'icon', text())],
  ['a new list in an answer', (api) => api.require('Roster', 'teachers', { type: 'array', items: text() })],
  [
    'a field of an answer that is null no more',
    (api) => (api.property('StaffMember', 'title').nullable = false),
  ],
  ['a new reason of a refusal', (api) => api.property('ErrorDetails', 'reason').enum!.push('too_late')],
  ['a new kind of notifications', (api) => api.property('Notification', 'kind').enum!.push('menu_changed')],
  ['a new target of notifications', (api) => api.property('NotificationTarget', 'type').enum!.push('menu')],
  ['a new kind of what waits', (api) => api.property('OutstandingItem', 'kind').enum!.push('form')],
  ['a new type of changed items', (api) => api.property('ChangedItem', 'type').enum!.push('webhook')],
  [
    'a refusal that an operation had not',
    (api) => (api.operation('listStaff').responses[409] = { description: 'A conflict.' }),
  ],
  [
    'other words of a description',
    (api) => (api.property('StaffMember', 'email').description = 'The address.'),
  ],
  ['another summary', (api) => (api.operation('listStaff').summary = 'The staff.')],
  ['an operation that is to go one day', (api) => (api.operation('getWatch').deprecated = true)],
  ['a value that an answer has no more', (api) => void api.property('AuditActor', 'kind').enum!.pop()],
  [
    'a new shape',
    (api) => (api.document.components.schemas.Teacher = { type: 'object', properties: { id: text() } }),
  ],
];
