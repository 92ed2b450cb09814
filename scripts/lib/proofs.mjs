/**
 * What docs/evidence/reliability.md states figures of, in the order of the page, and the tests that find them: the same as every
 * day, with the full counts.
 * @type {Record<string, { specs?: string[], program?: string, env?: Record<string, string>, runs?: number, workers?: number }>}
 *   `runs` for those that are run again and again, on both cores; `program` for what is no test itself; `workers` where no
 *   time is measured
 */
export const PROOFS = {
  authorization: { specs: ['test/proofs/authorization'], env: { MATRIX: 'full' } },
  oracle: { specs: ['test/proofs/oracle'], env: { ORACLE_PAIRS: '500' } },
  fuzz: { specs: ['test/proofs/fuzz'], env: { FUZZ_REQUESTS: '10000' } },
  snapshots: {
    specs: ['test/snapshots', 'test/api/calendar/feed-cache'],
    env: {
      STALE_READS: '10000',
      SNAPSHOT_SCHOOLS: '500',
      REVISION_ROWS: '50000',
      FEED_READS: '200',
      RACE_ROUNDS: '200',
    },
  },
  imports: {
    specs: ['test/proofs/imports'],
    env: { FOREIGN_CALENDARS: '2000', FOREIGN_ROSTERS: '500' },
    workers: 2,
  },
  'import-undo': { specs: ['test/proofs/import-undo'], env: { UNDO_HISTORIES: '200' } },
  sequences: { specs: ['test/proofs/sequences'], env: { CALENDAR_SEQUENCES: '2000' } },
  bulk: { specs: ['test/proofs/bulk'], env: { BULK_USERS: '50000' } },
  families: {
    specs: ['test/proofs/families'],
    env: { FAMILY_YEARS: '500', DISTRICT_STUDENTS: '10000', HIDING_ORDERS: 'all' },
  },
  restricted: {
    specs: ['test/proofs/restricted', 'test/architecture/guardian-records'],
    env: { RESTRICTED_LINKS: 'all', RESTRICTIONS: '200' },
  },
  confirmation: { specs: ['test/proofs/confirmation'], env: { CONFIRMATION_GUARDIANS: '780' } },
  'office-year': { specs: ['test/proofs/office-year'], env: { OFFICE_STUDENTS: '120' } },
  'district-year': { specs: ['test/proofs/district-year'], env: { DISTRICT_NIGHTS: '60' } },
  races: { specs: ['test/proofs/races'], env: { RACE_ROUNDS: '200' }, workers: 2 },
  'sign-in': {
    specs: ['test/proofs/sign-in'],
    env: { RACE_ROUNDS: '200', KILLS: '50', ENDED_SIGN_INS: '1000' },
  },
  'killed-service': {
    specs: ['test/proofs/faults/killed-service', 'test/proofs/faults/alerts'],
    env: { KILLS: '100' },
  },
  audit: { specs: ['test/proofs/faults/audit'], env: { AUDIT_KILLS: '50' } },
  journal: { specs: ['test/proofs/journal'], env: { JOURNAL_CHANGES: '1000000', KILLS: '50' } },
  cursor: { specs: ['test/proofs/cursor'], env: { CURSOR_EDITS: '10000' } },
  outbox: { specs: ['test/proofs/outbox'], env: { KILLS: '100', MAILS: '50000' } },
  'answer-links': { specs: ['test/proofs/answer-links'], env: { SCANNERS: '200' } },
  'quiet-nights': { specs: ['test/proofs/quiet-nights'], env: { ALERTS: '10000' } },
  webhooks: { specs: ['test/proofs/webhooks'], env: { KILLS: '20', DELIVERIES: '1000' } },
  backups: { specs: ['test/proofs/backups'], env: { BACKUP_DATABASES: '100', BACKUPS_MADE: '60' } },
  'backup-hour': {
    specs: ['test/proofs/backups/backups-under-load'],
    env: { BACKUPS_MADE: '60', BACKUP_EVERY_SECONDS: '60' },
  },
  'lost-database': {
    specs: [
      'test/proofs/faults/stopped-database',
      'test/proofs/faults/silent-database',
      'test/proofs/faults/unwritable-database',
    ],
    env: { DATABASE_STOPS: '20' },
  },
  failover: { specs: ['test/proofs/failover'], env: { FAILOVERS: '20', STANDBY_LOSSES: '5' } },
  'outside-services': {
    specs: [
      'test/proofs/faults/outside-services',
      'test/proofs/security/upload-scans',
      'test/proofs/slip-pdf',
    ],
    env: { FAULT_ROUNDS: '5' },
  },
  'school-move': { specs: ['test/proofs/school-move'], env: { SCHOOL_MOVES: '20', CELL_MOVES: '10' } },
  'embedded-database': { specs: ['test/proofs/embedded-database'], workers: 2 },
  generators: { specs: ['test/proofs/generators'] },
  shipped: { specs: ['test/proofs/shipped', 'test/shipped'] },
  browser: { specs: ['test/proofs/browser', 'test/browser'] },
  'client-package': { specs: ['test/proofs/client-package'] },
  operators: { specs: ['test/proofs/operators', 'test/proofs/observability', 'test/proofs/mcp'] },
  rolling: { specs: ['test/proofs/deployment/rolling-restart'], env: { ROLLING_RESTARTS: '20' } },
  'own-machine': { specs: ['test/proofs/deployment/own-machine'] },
  image: { specs: ['test/proofs/deployment/image'], env: { IMAGE_PROOF: '1' } },
  upgrades: {
    specs: ['test/proofs/deployment/upgrade', 'test/proofs/deployment/migration-locks'],
    env: { UPGRADES: '8' },
  },
  processes: { specs: ['test/proofs/processes'], env: { REPLICA_READS: '1000' } },
  // The suite's own specs, each application, process and command behind the pooler.
  pgbouncer: { specs: ['test/api', 'test/cli', 'test/proofs/races'], env: { THROUGH_PGBOUNCER: '1' } },
  limits: { specs: ['test/proofs/limits'], env: { LIMITS: 'full' } },
  'hostile-requests': {
    specs: ['hostile-requests', 'announced-bodies', 'fair-queues'].map(
      (name) => `test/proofs/hostile/${name}`,
    ),
    env: { HOSTILE: 'full' },
  },
  growth: {
    specs: ['growth', 'large-export', 'attachment'].map((name) => `test/proofs/growth/${name}`),
    env: { GROWTH_SECONDS: '600' },
  },
  year: { specs: ['test/proofs/growth/year'], env: { YEAR_MONTHS: '13' } },
  faces: { specs: ['test/proofs/faces'], env: { FACES: '5000' } },
  security: { specs: ['test/proofs/security'] },
  neighbours: { specs: ['test/proofs/hostile/neighbours'], env: { HOSTILE: 'full' } },
  patterns: { program: 'scripts/lint/judge-patterns.mjs', env: { JUDGE: 'all' } },
  egress: {
    specs: [
      'test/egress',
      'test/proofs/egress',
      'test/architecture/egress',
      'src/platform/upstream/public-address',
    ],
  },
  'supply-chain': { specs: ['test/architecture/supply-chain'] },
  mutation: { program: 'test/mutation/run.mjs', env: { MUTATION_WORKERS: '2' } },
  suite: { specs: [], runs: 20 },
};

/**
 * The proofs that CI runs with small counts, as patterns within `test/proofs/`: what finds most for what it costs. The others
 * are run by `npm run proof`.
 */
export const EVERY_DAY = [
  'authorization/matrix',
  'oracle/no-oracle-credentials',
  'restricted/(writes|mails)',
  'confirmation',
  'deployment/migration-locks',
  'races/(event-notifications|members-and-claims|vanishing-references).spec',
];
