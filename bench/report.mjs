import { circumstances } from '../scripts/lib/circumstances.mjs';
import { TITLES } from './cases.mjs';

export function report({ facts, speed, search, roundTrips }) {
  const parts = [
    `# Bench\n\n${facts.map((fact) => `- ${fact}`).join('\n')}`,
    speed && speedSection(speed),
    search && searchSection(search),
    roundTrips && roundTripSection(roundTrips),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

export function factsOf({ postgres, options }) {
  const [when, commit, machine, node] = circumstances();
  return [
    `${when}, ${commit}`,
    `${machine}, shared by servers, database and load generator`,
    `${node}, PostgreSQL ${postgres} (fsync off: nothing is written while it measures)`,
    `schools of 600 and 5,000 students among ${options.schools} of 600; ${options.rounds} rounds of ${options.seconds} s, ` +
      `less with one connection, more at 5,000; log level ${options.log}`,
  ];
}

function speedSection(results) {
  const rows = results.map(({ id, connections, service, yardstick, ratio }) => [
    TITLES[id],
    connections,
    perSecond(service.perSecond),
    ms(service.p50),
    ms(service.p99),
    perSecond(yardstick.perSecond),
    ms(yardstick.p50),
    ms(yardstick.p99),
    `**${ratio.toFixed(2)}**`,
  ]);
  const head = ['call', 'connections', 'requests/s', 'p50 ms', 'p99 ms'];
  return (
    '## Speed\n\nMedians of the rounds; on the right the yardstick, a bare `node:http` + `pg` server with the same answers.\n\n' +
    table([...head, 'yardstick requests/s', 'p50 ms', 'p99 ms', 'ratio'], rows)
  );
}

function searchSection(results) {
  const breaches = results.filter(({ breach }) => breach);
  const rows = results.map(({ role, title, found, ms: time, ratio, breach }) => [
    role,
    title,
    found,
    ms(time),
    `${ratio.toFixed(2)}${breach ? ' **BREACH**' : ''}`,
  ]);
  const verdict = breaches.length
    ? `**${breaches.length} cost more than a plain name.**`
    : 'None costs more than a plain name (1.25 allowed for noise).';
  return (
    `## Search at 5,000 students\n\n${verdict} One request after another, medians. The ratio is to the plain name that finds a handful or, ` +
    'where more is found, to the plain piece of a name that finds most of the school.\n\n' +
    table(['caller', 'q', 'found', 'ms', 'ratio'], rows)
  );
}

function roundTripSection(counted) {
  const lines = counted.map(({ title, parts }) => {
    const statements = `${parts.length} statement${parts.length === 1 ? '' : 's'}`;
    return `- ${title}: ${statements} (${parts.join(' + ')})`;
  });
  return `## Round trips\n\n${lines.join('\n')}`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  );
}

const perSecond = (value) => Math.round(value).toLocaleString('en-US');
const ms = (value) => value.toFixed(value < 10 ? 2 : 1);
