import { VersioningType, type INestApplication } from '@nestjs/common';

// The declared path is compared, not the requested one: `\*` is the star of `schools/*path`, which leaves the API's own be.
const OUTSIDE_THE_API = [
  '/',
  'healthz',
  'readyz',
  'mcp',
  'cell/schools',
  'cell/people',
  'cell/refresh-tokens',
  'cell/bearer',
  ...['carddav', 'carddav/books', 'carddav/books/:bookId', 'carddav/books/:bookId/:file'],
  '.well-known/*path',
  'oauth/*path',
  'device',
  'device/*path',
  'sign-in',
  'sign-in/*path',
  'account',
  'account/*path',
  'answer',
  'answer/*path',
  'password/*path',
  'invitation',
  'invitation/*path',
  'storage/*key',
  String.raw`schools/\*path`,
  ...['account', 'account/*path', 'sign-in/passkey', 'sign-in/passkey/options'],
];

/** `/api/v1/…`; a /v2 stands beside it by naming its version on the controller (specification section 9). */
export function versioned<T extends INestApplication>(app: T): T {
  app.setGlobalPrefix('api', { exclude: OUTSIDE_THE_API });
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  return app;
}
