import { setTimeout as delay } from 'node:timers/promises';
import type { Answered, PatientClient } from './patient-client.js';

/** Somebody who writes one thing after the other, and knows what was acknowledged. */
export interface Writer {
  /** One step, seen through until it is decided. */
  write(client: PatientClient): Promise<void>;
  /** Fails unless what was acknowledged is there, and once; to be asked when nothing is under way any more. */
  expectRetained(): Promise<void>;
}

/** Milliseconds between two steps of one writer: a load, and not a race for the processor. */
const PACE = 5;

/** Lets everybody write while something happens, and returns when nothing is under way any more. */
export async function whileAllWrite(
  writers: Writer[],
  client: PatientClient,
  happens: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const load = writers.map(async (writer) => {
    while (!isOver) {
      await writer.write(client);
      await delay(PACE);
    }
  });
  try {
    await Promise.all([...load, happens().finally(() => (isOver = true))]);
  } finally {
    // Of those that are left when one has failed.
    client.fail();
  }
}

/** @throws when it is none of these */
export function expectStatus(answer: Answered, ...wanted: number[]): void {
  if (!wanted.includes(answer.status)) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
}

/** What a repeated If-Match gets when the first try has arrived after all. */
export const isDoneAlready = ({ status, tries }: Answered): boolean => status === 409 && tries > 1;
