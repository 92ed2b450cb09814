/** Another load generator, to show what ours is there for: it measures the bare socket and nothing else. */
import autocannon from 'autocannon';

process.on('message', (job) => void measure(job).then((result) => process.send(result)));
process.once('disconnect', () => process.exit());

async function measure({ origin, path, connections, seconds }) {
  const start = process.cpuUsage();
  const { requests, duration, errors, non2xx } = await autocannon({
    url: `${origin}${path}`,
    connections,
    duration: seconds,
  });
  const { user, system } = process.cpuUsage(start);
  return {
    failed: errors + non2xx,
    perSecond: requests.total / duration,
    cpu: (user + system) / requests.total,
  };
}
