import { describe, expect, it } from '@jest/globals';
import { handlersAsWritten } from './controllers.js';
import { operationsIn, type Json } from './openapi-rules.js';
import { textOf } from './source-files.js';

/*
 * Contract section 0, rules 10 and 11: what makes something takes `Idempotency-Key`; what can be read alone has an ETag,
 * and whatever changes it at the same address takes it as `If-Match`.
 */

const document = JSON.parse(textOf('docs/openapi.json')) as Json;

const TWICE_AS_ONCE = 'twice is as good as once';
const NOBODY = 'nobody is signed in yet, whose key it could be';
const NO_JSON = 'its body is a form; what no item is saved with goes away by itself';
const ADDRESS = 'an address that nobody uses is worth nothing';

/** A POST that takes no key, and why. One that answers 201 has only one reason: its body is no JSON. */
const WITHOUT_A_KEY: Record<string, string> = {
  acknowledgeNotice: TWICE_AS_ONCE,
  addListStudent: TWICE_AS_ONCE,
  addOrganizationStudent: TWICE_AS_ONCE,
  confirmMyRecords: TWICE_AS_ONCE,
  confirmRegistration: TWICE_AS_ONCE,
  createMenuImage:
    'one picture for all who ask; an admin who forces another one waits longer than a transaction may last',
  createMyPhotoUploadUrl: ADDRESS,
  createOrganizationPhotoUploadUrl: ADDRESS,
  createPhotoUrls: 'it writes nothing: as many as an address has no room for are named in a body',
  createStudentPhotoUploadUrl: ADDRESS,
  markNotificationRead: TWICE_AS_ONCE,
  markNotificationsRead: TWICE_AS_ONCE,
  obtainToken: NOBODY,
  openTwoStepChallenge: NOBODY,
  replayWebhookDelivery: TWICE_AS_ONCE,
  revokeTokens: NOBODY,
  starStudent: TWICE_AS_ONCE,
  uploadAttachment: NO_JSON,
  uploadImage: NO_JSON,
  verifyTwoStep: NOBODY,
};

/** No POST, and twice is not as good as once all the same. */
const APPENDING = ['changeSlipResponse'];

/** A GET that sends no ETag, and why. */
const WITHOUT_A_TAG: Record<string, string> = {
  exportEventRsvps: 'a file',
  exportList: 'a file',
  exportMyData: 'a file',
  exportNoticeAcknowledgements: 'a file',
  exportOrganizationRoster: 'a file',
  printOrganizationRoster: 'a file',
  exportPollResults: 'a file',
  exportSchoolConfirmation: 'a file',
  exportSchoolCorrections: 'a file',
  exportSignupClaims: 'a file',
  exportSlipResponses: 'a file',
  listChanges: 'another cursor every time',
  getDocumentAttachmentDownloadUrl: 'a signed address',
  getImageDownloadUrl: 'a signed address',
  getNoticeAttachmentDownloadUrl: 'a signed address',
  getOrganizationPhotoDownloadUrl: 'a signed address, another one every time (rule 12)',
  getParentPhotoDownloadUrl: 'a signed address',
  getPermissionSlipAttachmentDownloadUrl: 'a signed address',
  getStudentPhotoDownloadUrl: 'a signed address',
  printBlankSlip: 'a file',
  printSlipResponse: 'a file',
  printSlipResponses: 'a file',
};

interface Operation {
  id: string;
  method: string;
  path: string;
  headers: string[];
  query: string[];
  statuses: string[];
  bodyTypes: string[];
}

const operations = (of: Json = document): Operation[] =>
  operationsIn(of).map(({ place, path, operation }) => {
    const parameters = (operation.parameters ?? []) as { name: string; in: string }[];
    const named = (where: string): string[] =>
      parameters.filter((parameter) => parameter.in === where).map(({ name }) => name);
    const { content = {} } = (operation.requestBody ?? {}) as { content?: Json };
    return {
      id: String(operation.operationId),
      method: place.split(' ')[0]!,
      path,
      headers: named('header'),
      query: named('query'),
      statuses: Object.keys(operation.responses as Json),
      bodyTypes: Object.keys(content),
    };
  });

const ids = (found: Operation[]): string[] => found.map(({ id }) => id);
const takesKey = ({ headers }: Operation): boolean => headers.includes('Idempotency-Key');
const isNoJson = ({ bodyTypes }: Operation): boolean => bodyTypes.some((type) => type !== 'application/json');
const posts = (of?: Json): Operation[] => operations(of).filter(({ method }) => method === 'post');
const reads = (of?: Json): Operation[] => operations(of).filter(({ method }) => method === 'get');

describe('a POST', () => {
  const withoutReason = (of?: Json): string[] =>
    ids(posts(of).filter((post) => !takesKey(post) && !(post.id in WITHOUT_A_KEY)));

  it('takes Idempotency-Key, or there is a reason', () => {
    expect(withoutReason().map((id) => `${id}: put @Repeatable() on it, or say here why not`)).toEqual([]);
  });

  it('fails this test without the header', () => {
    const text = textOf('docs/openapi.json').replaceAll('"Idempotency-Key"', '"Idempotent-Key"');
    expect(withoutReason(JSON.parse(text) as Json)).toEqual(ids(posts().filter(takesKey)));
    expect(posts().filter(takesKey).length).toBeGreaterThan(8);
  });

  it('takes it when it answers 201, but where the body is no JSON', () => {
    const making = posts().filter(({ statuses }) => statuses.includes('201'));
    expect(making.length).toBeGreaterThan(6);
    expect(ids(making.filter((post) => !takesKey(post) && !isNoJson(post)))).toEqual([]);
  });

  it('stays an exception only while it is there and takes no key', () => {
    const without = ids(posts().filter((post) => !takesKey(post)));
    expect(Object.keys(WITHOUT_A_KEY).filter((id) => !without.includes(id))).toEqual([]);
  });
});

describe('an operation with Idempotency-Key', () => {
  const repeatable = operations().filter(takesKey);

  it('posts, or adds something each time', () => {
    expect(ids(repeatable.filter(({ method }) => method !== 'post'))).toEqual(APPENDING);
  });

  it('says its whole meaning in its path and its JSON: nothing else is compared', () => {
    expect(ids(repeatable.filter(({ query }) => query.length > 0))).toEqual([]);
    expect(ids(repeatable.filter(isNoJson))).toEqual([]);
  });

  it('documents that the key may be bad or used', () => {
    const silent = repeatable.filter(
      ({ statuses }) => !statuses.includes('400') || !statuses.includes('409'),
    );
    expect(ids(silent)).toEqual([]);
  });

  it('takes the replay, and hands it on', () => {
    const repeatable = handlersAsWritten().filter(({ decorators }) => decorators.includes('Repeatable'));
    const deaf = repeatable.filter(
      ({ method }) =>
        !/@CurrentReplay\(\) replay\?: Replay[\s\S]*\{[\s\S]*\breplay\b|@CurrentConditions\(\)[\s\S]*\.\.\.conditions/.test(
          method.getText(),
        ),
    );
    expect(deaf.map(({ name }) => name)).toEqual([]);
  });

  it('records a repeated answer with what it shows: @LogsAccess stands below @Repeatable', () => {
    const repeatable = handlersAsWritten().filter(({ decorators }) => decorators.includes('Repeatable'));
    expect(repeatable.length).toBeGreaterThan(8);
    const wrong = repeatable.filter(({ decorators }) => {
      const [outer, inner] = [decorators.indexOf('Repeatable'), decorators.indexOf('LogsAccess')];
      return inner >= 0 && outer > inner;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('a GET', () => {
  it('sends an ETag, or there is a reason', () => {
    const untagged = ids(reads().filter(({ statuses }) => !statuses.includes('304')));
    expect(untagged.filter((id) => !(id in WITHOUT_A_TAG))).toEqual([]);
    expect(Object.keys(WITHOUT_A_TAG).filter((id) => !untagged.includes(id))).toEqual([]);
  });
});

describe('a PATCH, PUT or DELETE of what can be read at the same address', () => {
  const changes = (of?: Json): Operation[] =>
    operations(of).filter(
      ({ method, path }) =>
        ['patch', 'put', 'delete'].includes(method) && reads(of).some((read) => read.path === path),
    );
  const careless = (of?: Json): string[] =>
    ids(
      changes(of).filter(
        ({ headers, statuses }) => !headers.includes('If-Match') || !statuses.includes('409'),
      ),
    );

  it('takes If-Match, and documents the conflict', () => {
    expect(ids(changes())).toEqual(expect.arrayContaining(['changeList', 'deleteEvent', 'putNote']));
    expect(careless()).toEqual([]);
  });

  it('fails this test without the header', () => {
    const without = JSON.parse(textOf('docs/openapi.json').replaceAll('"If-Match"', '"If-Matched"')) as Json;
    expect(careless(without)).toEqual(ids(changes()));
  });
});
