/**
 * Calls `stop` once when the process that started us is gone, even by kill -9. It then can no longer pass on
 * a signal, and a service that nobody can stop any more must not go on.
 *
 * It shows as the end of the channel that `scripts/lib/run-node.mjs` opens; started in another way there is
 * none, and nothing is watched.
 */
export function endWithParent(stop: () => void): void {
  // Undefined without a channel, false when it ended while we were still loading.
  const connected = process.connected as boolean | undefined;
  if (connected === undefined) return;
  if (!connected) return stop();
  process.once('disconnect', stop);
  // Listening must not keep a command alive that has done its work.
  process.channel?.unref();
}
