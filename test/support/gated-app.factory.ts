import { DatabaseGate } from './database/database-gate.js';
import { startTestApp, type TestApp } from './test-app.js';

export interface GatedApp extends TestApp {
  /** The application's way to its database; `dataSource` goes beside it. */
  gate: DatabaseGate;
}

/** The application behind a gate to its database, which counts statements and can be shut. */
export async function startGatedApp(): Promise<GatedApp> {
  let gate: DatabaseGate | undefined;
  const t = await startTestApp({}, async (url) => (gate = await DatabaseGate.before(url)).url);
  const close = async (): Promise<void> => {
    await t.close();
    await gate!.shut();
  };
  return { ...t, gate: gate!, close };
}
