import { describe, expect, it } from '@jest/globals';
import { violationsOf, operationsIn, type Json } from './openapi-rules.js';
import { textOf } from './source-files.js';

// That the committed document is the one of the code, `npm run check` holds by writing it anew.
const text = textOf('docs/openapi.json');
const document = JSON.parse(text) as Json;

describe('the committed OpenAPI document', () => {
  it('conforms to OpenAPI 3.0, complete and consistent', () => {
    expect(operationsIn(document).length).toBeGreaterThan(10);
    expect(violationsOf(document)).toEqual([]);
  });

  it('names no host but those that examples are for (RFC 2606, section 3)', () => {
    const hosts = (text.match(/\w+:\/\/[^"\s]*/g) ?? []).map((address) => new URL(address).hostname);
    // The address that adds a feed to Google Calendar.
    const allowed = /(^|\.)example\.(org|com)$|^calendar\.google\.com$/;
    expect(hosts.filter((host) => !allowed.test(host))).toEqual([]);
    expect(document.servers).toEqual([{ url: '/' }]);
  });
});

/** Section 2 of the specification; what has no body of its own there is a member or an input here. */
const RESOURCES = [
  ...['Error', 'MeResponse', 'RosterStudent', 'RosterStudentFull', 'MapMarker', 'StudentDetail', 'Note'],
  ...['StudentList', 'StudentListDetail', 'ListGuardian', 'MessageRecipient', 'OrganizationCandidate'],
  ...['MyContact', 'PhotoUploadUrl', 'PhotoDownloadUrl', 'MenuEntry', 'CalendarEvent', 'Category'],
  ...['CalendarSubscription', 'StaffMember', 'Document', 'DocumentInput', 'DocumentAttachment', 'Notice'],
  ...['NoticeInput', 'Poll', 'PollDetail', 'PollAnswerInput', 'Signup'],
];

interface Described {
  operationId: string;
  responses: Record<
    string,
    { description: string; content?: Record<string, { example?: unknown; examples?: object }> }
  >;
}

describe('the names and examples of the document', () => {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: object };
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, answer]) => ({
      name: `${operationId} ${status}`,
      status,
      ...answer,
    })),
  );

  it('equal those of the specification for each of its 29 resources', () => {
    expect(RESOURCES).toHaveLength(29);
    expect(RESOURCES.filter((name) => !(name in components.schemas))).toEqual([]);
    expect(Object.keys(components.schemas).filter((name) => name.endsWith('Body'))).toEqual([]);
  });

  it('say what every answer means, success as well', () => {
    expect(answers.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  it('cover every JSON answer: what was recorded, and of a refusal each of its codes and reasons', () => {
    const without = answers.filter(({ status, content }) => {
      const json = content?.['application/json'];
      return json && (status.startsWith('2') ? json.example === undefined : !json.examples);
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

const OPERATION = {
  operationId: 'getThing',
  summary: 'A thing.',
  tags: ['Things'],
  security: [{ bearer: [] }],
  parameters: [
    { name: 'id', in: 'path', required: true, description: 'The thing.', schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    },
    401: {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
};

const aDocument = (operation: Json = {}, thing: Json = {}): Json => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  tags: [{ name: 'Things', description: 'What there is' }],
  paths: { '/things/{id}': { get: { ...OPERATION, ...operation } } },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: { Error: { type: 'object' }, Thing: { type: 'object', ...thing } },
  },
});

describe('the rules', () => {
  it('let a right document pass', () => {
    expect(violationsOf(aDocument())).toEqual([]);
  });

  it.each<[string, Json, Json]>([
    ['get /things/{id}: no summary', { summary: '' }, {}],
    ['get /things/{id}: no tags', { tags: [] }, {}],
    ['get /things/{id}: tag Others is not described', { tags: ['Others'] }, {}],
    ['get /things/{id}: says nothing of who may call it', { security: [] }, {}],
    ['get /things/{id}: security scheme basic is not there', { security: [{ basic: [] }] }, {}],
    ['get /things/{id}: path parameters are not id', { parameters: [] }, {}],
    [
      'get /things/{id}: path parameter id is not described and required',
      { parameters: [{ ...OPERATION.parameters[0], description: '' }] },
      {},
    ],
    [
      'get /things/{id}: parameter header if-match is there twice',
      {
        parameters: [
          ...OPERATION.parameters,
          { name: 'If-Match', in: 'header', schema: { type: 'string' } },
          { name: 'if-match', in: 'header', schema: { type: 'string' } },
        ],
      },
      {},
    ],
    ['get /things/{id}: 401 is not documented', { responses: { 200: OPERATION.responses[200] } }, {}],
    ['get /things/{id}: success is not documented', { responses: { 401: OPERATION.responses[401] } }, {}],
    [
      'get /things/{id}: 404 is not the error body',
      { responses: { ...OPERATION.responses, 404: OPERATION.responses[200] } },
      {},
    ],
    ['get /things/{id}: a body, and 413 is not documented', { requestBody: { content: {} } }, {}],
    ['schema Thing: type is "null"', {}, { type: 'null' }],
    ['schema Thing › a: type is ["string","null"]', {}, { properties: { a: { type: ['string', 'null'] } } }],
    ['schema Thing › a: nullable without type', {}, { properties: { a: { nullable: true } } }],
    [
      'schema Thing › a: nullable beside other schemas',
      {},
      {
        properties: {
          a: { type: 'object', nullable: true, anyOf: [{ $ref: '#/components/schemas/Error' }] },
        },
      },
    ],
    [
      'schema Thing › a: nullable, and its enum has no null',
      {},
      { properties: { a: { type: 'string', enum: ['b'], nullable: true } } },
    ],
    [
      'schema Thing › a: several of oneOf take null',
      {},
      { properties: { a: { oneOf: ['string', 'number'].map((type) => ({ type, nullable: true })) } } },
    ],
    ['schema Thing › a: array without items', {}, { properties: { a: { type: 'array' } } }],
    ['schema Thing: requires b, which it does not have', {}, { required: ['b'] }],
    ['schema Thing › a: const is not of OpenAPI 3.0', {}, { properties: { a: { const: 1 } } }],
    ['schema Thing › a: format without type', {}, { properties: { a: { format: 'uuid' } } }],
  ])('find: %s', (violation, operation, thing) => {
    expect(violationsOf(aDocument(operation, thing))).toContain(violation);
  });

  it('find references that lead nowhere or have company', () => {
    const broken = { properties: { a: { $ref: '#/components/schemas/Gone', nullable: true } } };
    expect(violationsOf(aDocument({}, broken))).toEqual(
      expect.arrayContaining([
        expect.stringContaining('#/components/schemas/Gone leads nowhere'),
        expect.stringContaining('nullable beside $ref is ignored'),
      ]),
    );
  });

  it('find a schema whose class has lost its name', () => {
    const document = aDocument();
    const { schemas, ...components } = document.components as { schemas: Json };
    const nameless = { ...components, schemas: { ...schemas, '': { type: 'object' } } };
    expect(violationsOf({ ...document, components: nameless })).toEqual(['schema : no name of a component']);
  });

  it('find an operation id that is used twice', () => {
    const document = aDocument();
    const paths = { ...(document.paths as Json), '/others/{id}': { get: OPERATION } };
    expect(violationsOf({ ...document, paths })).toEqual(['operationId getThing is used twice']);
  });
});
