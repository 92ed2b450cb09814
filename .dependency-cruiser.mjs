/*
 * Which room may know which. Type-only imports count: what a file has to know to be read is
 * a dependency, whether or not it is left when the program runs. Every exception is a rule with its reason.
 */

const FEATURE = '^src/features/([^/]+)/';
const OTHER_FEATURE = { path: '^src/features/', pathNot: '^src/features/$1/' };
/** What a feature shows of itself, with its parts of pages and what becomes of its columns; a name without a role (`guardian-relation.ts`) is shared vocabulary. */
const SHOWN = String.raw`\.(module|service|importer|errors|columns)\.ts$|\.view\.tsx$|/[^/.]+\.ts$`;
const DTO = String.raw`\.dto\.ts$`;
const ENTITY = String.raw`\.entity\.ts$`;

/** Where a program begins. */
const BEGINNINGS = [
  '^src/main\\.ts$',
  '^src/cli/main\\.ts$',
  '^src/mcp/(main|login)\\.ts$',
  '^src/router/main\\.ts$',
  '^src/runtime/write-openapi\\.ts$',
  '^src/features/permission-slips/pdf/typst-process\\.ts$',
  '^src/dev/(check-migrations|generate-migration)\\.ts$',
];

/** What knows the packages behind tracing. */
const TRACED = '^src/platform/observability/tracing/open-telemetry\\.ts$';

/** What knows the client of S3. */
const STORED =
  '^src/(platform/storage/(s3\\.object-store|bucket|bounded-answers)|cli/doctor/bucket\\.check)\\.ts$';

/** Everything below the features: the ground that they stand on. */
const GROUND = '^src/(platform|policy)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const shape = [
  rule('no-circles', 'Two that need each other are one, or one publishes an event.', {}, { circular: true }),
  rule(
    'no-barrels',
    'An index.ts hides what depends on what.',
    {},
    { path: '(^|/)index\\.ts$', pathNot: 'node_modules' },
  ),
  rule(
    'no-tests-in-the-product',
    'The product does not stand on its tests.',
    { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
    { path: '^test/|^bench/|\\.spec\\.ts$' },
  ),
  rule('no-unknown-modules', 'It has to be there.', {}, { couldNotResolve: true }),
  rule(
    'no-development-packages',
    'What runs is installed where it runs. Types alone may come from a development package.',
    { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'no-undeclared-packages',
    'A package that comes only with another one leaves with it.',
    { pathNot: '\\.spec\\.ts$' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '(^|/)node_modules/@types/express/' },
  ),
  {
    ...rule('no-dead-files', 'What no program reaches is deleted.', { path: BEGINNINGS }, {}),
    to: { path: '^src/', pathNot: [...BEGINNINGS, '\\.spec\\.ts$', '\\.d\\.ts$'], reachable: false },
  },
];

const features = [
  rule(
    'features-show-services',
    'A feature knows of another one its module, its services, their errors and its words, never its queries or routes.',
    { path: FEATURE },
    { ...OTHER_FEATURE, pathNot: [OTHER_FEATURE.pathNot, SHOWN, DTO, ENTITY] },
  ),
  rule(
    'shapes-hold-shapes',
    'A shape of one feature may be part of a shape of another one (the memberships in the registration result); code that is no shape asks the service.',
    { path: FEATURE, pathNot: DTO },
    { ...OTHER_FEATURE, path: `^src/features/.*${DTO}` },
  ),
  rule(
    'entities-refer-to-entities',
    'Foreign keys are declared on entities; nothing else of a feature knows the entities of another one.',
    { path: FEATURE, pathNot: ENTITY },
    { ...OTHER_FEATURE, path: `^src/features/.*${ENTITY}` },
  ),
  rule(
    'features-stand-on-the-ground-alone',
    'Commands, imports and the start of the service use the features, not the other way round.',
    { path: '^src/features/' },
    { path: '^src/', pathNot: ['^src/features/', '^src/mcp/', GROUND] },
  ),
  rule(
    'services-and-routes-of-others-by-service',
    'Whoever uses the features from outside uses their services: rules are never gone around.',
    { path: '^src/(cli|demo|imports|runtime|[^/]+\\.ts$)' },
    {
      path: '^src/features/',
      pathNot: [SHOWN, ENTITY],
    },
  ),
  rule(
    'entities-stay-in-their-feature',
    'Only a content file is compared with what is stored, in the terms in which it is stored (operations section 5).',
    {
      path: '^src/',
      pathNot: [
        '^src/features/',
        '^src/platform/database/entities\\.ts$',
        '^src/imports/content/',
        '^src/platform/(storage|journal|mail)/',
        '^src/platform/database/backup-records\\.repository\\.ts$',
        '^src/imports/import-runs\\.repository\\.ts$',
      ],
    },
    { path: `^src/.*${ENTITY}` },
  ),
];

const ground = [
  rule(
    'the-ground-knows-no-feature',
    'Access, errors, HTTP and the ports are what features stand on. The list of tables names every entity.',
    { path: GROUND, pathNot: '^src/platform/database/entities\\.ts$' },
    { path: '^src/(features|imports|cli|demo|runtime)/' },
  ),
  rule(
    'hono-is-for-its-jsx',
    'Views are made of elements; the web framework of this house is Nest.',
    { path: '^src/' },
    { path: '(^|/)node_modules/hono/', pathNot: '(^|/)node_modules/hono/dist/(types/)?jsx/' },
  ),
  rule(
    'catalogues-have-one-reader',
    'Texts come from `messages`, which knows their variables and the language of the reader.',
    { path: '^src/', pathNot: '^src/platform/messages/' },
    { path: '^src/locales/' },
  ),
  rule(
    'access-knows-no-feature',
    'Rights are decided in one place that nothing can bend.',
    { path: '^src/platform/auth/' },
    {
      path: '^src/',
      pathNot: [
        '^src/policy/',
        '^src/platform/(auth|clock|config|errors|cache|concurrency|database|http|text)/',
      ],
    },
  ),
  rule(
    'the-bottom-knows-nothing',
    'Errors, clock, texts and settings are for everyone to use.',
    { path: '^src/platform/(errors|clock|text|config)/' },
    {
      path: '^src/',
      pathNot: '^src/platform/(errors|clock|text|config)/',
    },
  ),
  rule(
    'typeorm-has-its-places',
    'Queries live in repositories. A service, a command or an import opens the transaction and hands its manager on, and eslint.config.mjs holds that it does no more.',
    {
      path: '^src/',
      pathNot: [
        '\\.(repository|entity|service|importer)\\.ts$',
        '^src/platform/(database|import-history|transaction|journal)/',
        '^src/platform/auth/write-context\\.ts$',
        '^src/cli/',
        '^src/imports/',
        // Asks whether the database answers, and nothing of what is in it.
        '^src/platform/observability/readiness\\.ts$',
        // Hands the connection to rate-limiter-flexible, which brings its own queries.
        '^src/features/account/attempts/brute-force-limits\\.ts$',
      ],
    },
    { path: '(^|/)node_modules/typeorm/' },
  ),
  rule(
    'the-driver-has-one-place',
    'Statements go through TypeORM, so that they are part of the transaction.',
    { path: '^src/', pathNot: '^src/(platform/database|dev)/' },
    { path: '(^|/)node_modules/pg/' },
  ),
  rule(
    'traces-are-loaded-late',
    'OpenTelemetry costs a start and memory: only where a collector is configured is it loaded at all.',
    { path: '^src/', pathNot: TRACED },
    { path: [TRACED, '(^|/)node_modules/@opentelemetry/'], dynamic: false },
  ),
  rule(
    's3-is-loaded-late',
    'The client of S3 costs a start and memory: most commands have no use for it, nor has a service that keeps objects in files.',
    { path: '^src/', pathNot: STORED },
    {
      path: [
        '^src/platform/storage/(s3\\.object-store|bucket)\\.ts$',
        '^src/cli/doctor/bucket\\.check\\.ts$',
        '(^|/)node_modules/@aws-sdk/',
      ],
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'repositories-serve-services',
    'A controller answers in one line; what it answers comes from a service.',
    { path: '\\.controller\\.ts$' },
    { path: '\\.(repository|entity)\\.ts$' },
  ),
];

const programs = [
  rule(
    'commands-are-an-end',
    'The operator commands use everything and nothing uses them, but the start of the service, which loads the demo school as a command would.',
    { path: '^src/', pathNot: ['^src/cli/', '^src/runtime/'] },
    { path: '^src/cli/' },
  ),
  rule(
    'the-demo-is-an-end',
    'Invented data never reaches the rest of the house.',
    { path: '^src/', pathNot: ['^src/demo/', '^src/runtime/', '^src/(cli/operator|app)\\.module\\.ts$'] },
    { path: '^src/demo/' },
  ),
  rule(
    'the-service-knows-of-the-demo-how-to-sign-in',
    'The banner says it at every start; the invented data itself is loaded beside the service.',
    { path: '^src/app\\.module\\.ts$' },
    { path: '^src/demo/', pathNot: '^src/demo/demo-access\\.module\\.ts$' },
  ),
  rule(
    'the-tool-server-stands-alone',
    'It speaks HTTP with the API, like any client. What refuses an old Node.js is of every program, and knows nothing.',
    { path: '^src/mcp/' },
    {
      path: '^(src|migrations)/',
      pathNot: ['^src/mcp/', '^src/platform/process/node-version\\.ts$'],
    },
  ),
  rule(
    'only-its-address-uses-the-tool-server',
    'It is a program of its own, and the service offers the same tools at `/mcp`.',
    { path: '^src/', pathNot: '^src/(mcp|features/tool-server)/' },
    { path: '^src/mcp/' },
  ),
  rule(
    'the-router-stands-alone',
    'It leads requests, and knows of a cell what that says over HTTP. The ground is of every program; the name of our tokens is one of the words.',
    { path: '^src/router/' },
    {
      path: '^(src|migrations)/',
      pathNot: ['^src/router/', '^src/platform/', '^src/features/oauth/tokens/access-token\\.ts$'],
    },
  ),
  rule(
    'nobody-uses-the-router',
    'It is a program of its own.',
    { path: '^src/', pathNot: '^src/router/' },
    { path: '^src/router/' },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...shape, ...features, ...ground, ...programs],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
