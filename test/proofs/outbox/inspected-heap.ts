import { once } from 'node:events';

/** The commands of the inspector that a look at the heap takes, in their order. */
const COMMANDS = ['HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'];

/**
 * Megabytes that the heap of a process holds after a collection: what it retains, whatever V8 leaves lying until its next one.
 * @param port of the process's inspector (`--inspect`)
 */
export async function retainedMegabytes(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await answer.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  try {
    let used = 0;
    for (const [id, method] of COMMANDS.entries()) {
      socket.send(JSON.stringify({ id, method }));
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
      used = (JSON.parse(data) as { result: { usedSize?: number } }).result.usedSize ?? used;
    }
    return used / 1024 / 1024;
  } finally {
    socket.close();
  }
}
