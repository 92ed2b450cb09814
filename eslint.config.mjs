import tseslint from 'typescript-eslint';
import { boundedPatterns } from './scripts/lint/bounded-patterns.mjs';
import { keyedStatements } from './scripts/lint/keyed-statements.mjs';
import { plainWords } from './scripts/lint/plain-words.mjs';
import { testTitles } from './scripts/lint/test-titles.mjs';

const FORWARD_REF = {
  selector: "CallExpression[callee.name='forwardRef']",
  message: 'No circles: publish a domain event instead.',
};
const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/platform/config reads the environment.',
};
const TIME = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time comes from the clock.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Time comes from the clock.',
  },
];
const REQUEST = [
  {
    selector: "CallExpression[callee.property.name='normalize'][callee.object.type!='ThisExpression']",
    message: 'A heap of marks takes minutes: inNormalForm looks first.',
  },
  {
    selector: "Decorator > CallExpression[callee.name='Query'][arguments.length=0]",
    message: 'Nothing checks it there: ValidQuery does.',
  },
  {
    selector: "CallExpression[callee.property.name='switchToHttp']",
    message: 'It makes three functions a call: requestOf and responseOf do not.',
  },
];
const HTML = [
  {
    selector:
      ":matches(JSXIdentifier, Identifier, Literal):matches([name='dangerouslySetInnerHTML'], [value='dangerouslySetInnerHTML'])",
    message: 'Nothing escapes it there: trustedHtml says whose HTML may be put in.',
  },
];
// A service opens the transaction, where it can be seen, and hands its manager on; it asks the database nothing.
const QUERIES = [
  {
    selector:
      "ImportDeclaration[source.value='typeorm'] > ImportSpecifier:not([imported.name=/^(DataSource|EntityManager)$/])",
    message: 'Only repositories and entities see more of TypeORM than a transaction.',
  },
  {
    selector: "MemberExpression[object.property.name='dataSource'][property.name!='transaction']",
    message: 'Queries live in repositories.',
  },
  {
    selector: "MemberExpression[object.name='dataSource'][property.name!='transaction']",
    message: 'Queries live in repositories.',
  },
  { selector: "CallExpression[callee.object.name='manager']", message: 'Queries live in repositories.' },
];

/** Reads of one moment say their isolation, and write nothing. */
const TRANSACTIONS = [
  {
    selector:
      "CallExpression[callee.property.name='transaction'][callee.object.property.name='dataSource']:not([arguments.0.type='Literal'])",
    message: 'Transactions.run is the one way to write.',
  },
];

/** Tables whose rows are still read and written in SQL where a repository would do. No table is added. */
const STILL_SQL = [
  ...['account_mails', 'ended_tokens', 'invitations', 'mail_choices', 'mail_deliveries', 'member_departures'],
  ...['memberships', 'notifications', 'organization_grants', 'schools', 'students', 'user_sessions', 'users'],
];

/** Tables of one transaction, which have no entity. */
const TEMPORARY = ['undo_rows'];

export default tseslint.config(
  {
    ignores: [
      ...['dist', 'dist.next', 'dist.old', 'node_modules', 'coverage', '.data', 'bench/results'],
      // Written from the OpenAPI document.
      ...['clients/typescript/dist', 'clients/typescript/src/schema.ts'],
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
    },
  },
  {
    files: ['{src,bench,scripts}/**/*.{ts,tsx,mjs}'],
    ignores: ['**/*.spec.ts', 'scripts/lint/plain-words.mjs'],
    plugins: { words: plainWords },
    rules: { 'words/plain-words': 'error' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    plugins: { titles: testTitles },
    rules: { 'titles/first-word': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'public/**/*.js'],
    ignores: ['**/*.spec.ts'],
    plugins: { patterns: boundedPatterns },
    rules: { 'patterns/bounded-patterns': 'error' },
  },
  {
    files: ['src/{features,imports,cli,platform}/**/*.ts'],
    // Export and erasure read the tables of every room, whose entities stay in their rooms; the migrations' table has no entity.
    ignores: ['**/*.spec.ts', 'src/features/person/*.ts', 'src/platform/database/*.ts'],
    plugins: { sql: keyedStatements },
    rules: { 'sql/keyed-statements': ['error', { still: [...STILL_SQL, ...TEMPORARY] }] },
  },
  {
    // `kept` is what the commands print (docs/requirements/operations.md, section 4).
    files: ['src/features/person/person-erasure.{service,repository}.ts', 'src/cli/person.commands.ts'],
    rules: { 'words/plain-words': 'off' },
  },
  {
    // Written by the generator, and never edited once landed.
    files: ['migrations/**/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      'no-restricted-syntax': [
        'error',
        FORWARD_REF,
        ENVIRONMENT,
        ...REQUEST,
        ...TIME,
        ...QUERIES,
        ...TRANSACTIONS,
        ...HTML,
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'sharp', allowTypeImports: true, message: 'Not with the start: loadSharp.' }] },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/platform/http/validation.pipe.ts', 'src/platform/http/declared-members.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@nestjs/common',
          importNames: ['Body'],
          message: 'Nothing reads the body there, nor checks it: JsonBody does.',
        },
        {
          name: 'class-validator',
          importNames: ['ValidateNested'],
          message: 'What is not declared by NestedBody is left out of the body.',
        },
      ],
    },
  },
  {
    files: [
      'src/**/*.repository.ts',
      'src/**/*.entity.ts',
      'src/dev/check-migrations.ts',
      'src/dev/generate-migration.ts',
      // Asks whether the database answers, and nothing of what is in it.
      'src/platform/observability/readiness.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', FORWARD_REF, ENVIRONMENT, ...REQUEST, ...TIME, ...TRANSACTIONS],
    },
  },
  {
    // An undo of an import knows tables as the catalog of the database has them: no repository does.
    files: ['src/platform/{database,import-history,journal,transaction}/**/*.ts', 'src/imports/undo/*.ts'],
    rules: { 'no-restricted-syntax': ['error', FORWARD_REF, ENVIRONMENT, ...REQUEST, ...TIME] },
  },
  {
    // The tool server is a program of its own, with settings of its own.
    files: ['src/platform/config/**/*.ts', 'src/mcp/main.ts', 'src/mcp/login.ts', 'src/router/main.ts'],
    rules: { 'no-restricted-syntax': ['error', FORWARD_REF, ...REQUEST, ...QUERIES] },
  },
  {
    // The one way for HTML that exists already.
    files: ['src/platform/html/trusted-html.ts'],
    rules: { 'no-restricted-syntax': ['error', FORWARD_REF, ENVIRONMENT, ...REQUEST, ...TIME, ...QUERIES] },
  },
  {
    // The one place that looks first.
    files: ['src/platform/text/normalize.ts'],
    rules: { 'no-restricted-syntax': ['error', FORWARD_REF, ENVIRONMENT, ...TIME, ...QUERIES] },
  },
  {
    files: ['src/platform/clock/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', FORWARD_REF, ENVIRONMENT, ...REQUEST, ...QUERIES] },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
