import { rmSync } from 'node:fs';

export default async function globalTeardown({ nonFlagArgs, testNamePattern }) {
  const isWhole = nonFlagArgs.length === 0 && !testNamePattern;
  try {
    await lookAtStatements(process.env.STATEMENTS_DIR, isWhole);
  } finally {
    await stopCluster();
  }
}

export async function stopCluster() {
  await globalThis.pooler?.stop();
  await globalThis.postgres?.stop();
  for (const folder of [process.env.STATEMENTS_DIR, process.env.DEMO_TEMPLATE_DIR])
    rmSync(folder, { recursive: true, force: true });
}

/** Fails the run where a statement does not say its school, or a change left nothing in the audit trail. */
async function lookAtStatements(folder, isWhole) {
  const { checkStatements } = await import('../statements/check-statements.ts');
  const { databaseUrl, TEMPLATE } = await import('../database/test-cluster.ts');
  const { faults, summary } = await checkStatements(folder, databaseUrl(TEMPLATE), isWhole);
  process.stderr.write(`Statements that say their school: ${summary}\n`);
  if (faults.length === 0) return;
  const error = new Error(
    `${faults.length} faults of what was sent to the database:\n\n${faults.join('\n\n')}\n`,
  );
  error.stack = error.message;
  throw error;
}
