/** The load generator, in a process of its own so that counting costs neither server anything. */
import autocannon from 'autocannon';

process.on('message', (job) => void measure(job).then((result) => process.send(result)));
process.once('disconnect', () => process.exit());

async function measure({ url, headers, connections, seconds, status }) {
  const times = [];
  const start = performance.now();
  let last = start;
  const run = autocannon({ url, headers, connections, duration: seconds, sampleInt: 100, timeout: 30 });
  run.on('response', (_client, answered, _bytes, ms) => {
    if (answered !== status) return;
    times.push(ms);
    last = performance.now();
  });
  const { errors, timeouts, requests } = await run;
  const failed = errors + timeouts + requests.total - times.length;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return {
    failed,
    answered: times.length,
    perSecond: (times.length / (last - start)) * 1000,
    p50: at(0.5),
    p99: at(0.99),
  };
}
