import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PRODUCT_VERSION } from '../config/product-version.js';
import { withExamples } from './openapi-examples.js';
import { sorted } from './sorted.js';

const DESCRIPTION = `A school's directory: roster, families, staff, and what the school tells them.

Every call needs an access token. A response contains only what the caller may see; what a caller may not see does
not exist for them. Timestamps are UTC; dates are dates at the school.`;

/** In the order in which Swagger UI shows them. */
const TAGS = {
  Session: 'Who the caller is, and where they are signed in',
  Profile: 'What callers say of themselves, and leaving a school',
  Privacy: 'What others see of the caller, who read it, and what is held',
  Tokens: 'Obtaining, renewing and ending access',
  'School features': 'What a school has turned on',
  Changes: 'What is to be read anew since last time',
  Directory: 'Roster, map and students',
  Notes: 'Private notes on students',
  Lists: 'Private lists of students and parents, and whom they reach',
  Photos: 'Photos of students and parents',
  Categories: 'What documents and notices are sorted by',
  Notices: 'What the school announces, and until when',
  Documents: 'Files to keep',
  Images: 'Images embedded in formatted text',
  Calendar: 'Events, and series that repeat',
  Organizations: 'Teams, clubs and classes: rosters, leaders, photos, results',
  Polls: 'Questions to the families, and what they answered',
  'Sign-ups': 'Places to claim: who helps, who brings what, who comes',
  'Permission slips': 'Consent that is asked for, signed and printed',
  Confirmation: 'Once a year: is what the school has on file still right?',
  Corrections: 'What families propose that the school should have on file',
  Notifications: 'What the caller was told, and where it leads',
  Watch: 'What a watch shows, for a day ahead',
  Menus: 'What there is to eat',
  Staff: 'The staff directory',
  Webhooks: 'Addresses outside that hear of changes in the school',
};

/** The OpenAPI 3.0 description of version 1, generated from the code. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('School Directory API')
    .setDescription(DESCRIPTION)
    .setVersion(PRODUCT_VERSION)
    .setOpenAPIVersion('3.0.3')
    // Where the document comes from, under whatever name that is.
    .addServer('/')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'Access token of one user: by the authorization code with PKCE or the code of a device (`/.well-known/openid-configuration`), ' +
        'or from `POST /api/v1/auth/token`.',
    })
    .addBasicAuth({
      type: 'http',
      scheme: 'basic',
      description: 'Credentials of an application, issued by the operator.',
    });
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    // Handlers have names of their own, so that clients generated from the document read well.
    operationIdFactory: (_controller, method) => method,
  });
  // The document must not differ with the order in which modules happen to be read.
  document.paths = sorted(document.paths);
  for (const [path, item] of Object.entries(document.paths)) orderParameters(path, item);
  return withExamples(withReferences(namedAsResources(document)));
}

type PathItem = OpenAPIObject['paths'][string];

const SCHEMA = '#/components/schemas/';

/** The specification's name of a resource (section 2): PollBody is a poll's answer, because Poll is the entity's class. */
const resourceName = (schema: string): string => schema.replace(/Body$/, '');

/** @throws Error when two schemas would have one name */
function namedAsResources(document: OpenAPIObject): OpenAPIObject {
  const named = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => [resourceName(name), schema] as const,
  );
  const schemas = Object.fromEntries(named);
  if (Object.keys(schemas).length < named.length)
    throw new Error('Two schemas of the OpenAPI document have one name without Body: rename a class');
  return { ...document, components: { ...document.components, schemas: sorted(schemas) } };
}

/**
 * References by the names of the resources. One that may be null is written in the one form of OpenAPI 3.0 that generators of
 * clients understand. A strict validator refuses the null, because `nullable` does not reach behind `allOf` (OpenAPI 3.0.3,
 * Schema Object): validators take the document of OpenAPI 3.1.
 */
function withReferences<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withReferences) as T;
  if (typeof part === 'string' && part.startsWith(SCHEMA)) return resourceName(part) as T;
  if (typeof part !== 'object' || part === null) return part;
  const { nullable, allOf } = part as Record<string, unknown>;
  const written = nullable && allOf ? { ...part, type: 'object' } : part;
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, withReferences(value)])) as T;
}

/** Sorts parameters as the path names them: Nest begins with those that the handler itself uses. */
function orderParameters(path: string, { get, put, post, patch, delete: remove }: PathItem): void {
  const positionOf = (parameter: object): number => {
    const at = 'name' in parameter ? path.indexOf(`{${String(parameter.name)}}`) : -1;
    return at < 0 ? path.length : at;
  };
  for (const operation of [get, put, post, patch, remove])
    operation?.parameters?.sort((a, b) => positionOf(a) - positionOf(b));
}
