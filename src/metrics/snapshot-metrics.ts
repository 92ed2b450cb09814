import { Counter, type Registry } from 'prom-client';
import { snapshotReads, type SnapshotRead } from '../snapshots/snapshot-reads.js';

/** @returns how to stop listening */
export function observeSnapshots(registry: Registry): () => void {
  const reads = new Counter({
    name: 'snapshot_reads_total',
    help: 'Lists of a school that were asked for, by whether they were ready.',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  const listen = (message: unknown): void => {
    const { kind, result } = message as SnapshotRead;
    reads.inc({ kind, result });
  };
  snapshotReads.subscribe(listen);
  return () => void snapshotReads.unsubscribe(listen);
}
