import { circumstances } from '../scripts/lib/circumstances.mjs';

export function report({ facts, speed, peers, costs, curve, search, roundTrips, stored, snowDay, workers }) {
  const parts = [
    `# Bench\n\n${facts.map((fact) => `- ${fact}`).join('\n')}`,
    speed.length > 0 && speedSection(speed),
    speed.some(({ socket }) => socket) && socketSection(speed.filter(({ socket }) => socket)),
    peers.length > 0 && peerSection(peers),
    costs.length > 0 && costSection(costs),
    curve && curveSection(curve),
    search && searchSection(search),
    snowDay.length > 0 && snowDaySection(snowDay, workers),
    stored && storedSection(stored),
    roundTrips && roundTripSection(roundTrips),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

export function factsOf({ postgres, options }) {
  const [when, commit, machine, node] = circumstances();
  return [
    `${when}, ${commit}`,
    `${machine}, shared by servers, database and load generator`,
    `${node}, PostgreSQL ${postgres.version} (fsync off: no write waits for the disk; shared_buffers ${postgres.buffers})`,
    ...(options.isOnly('snow-day') ? [] : [comparedFact(options)]),
  ];
}

const comparedFact = ({ schools, rounds, seconds, log }) =>
  `${schools} schools of 600 students and one of 5,000; ${rounds} rounds of ${seconds} s, ` +
  `less with one connection, more where an answer takes long; log level ${log}`;

function speedSection(results) {
  const rows = results.map(({ title, connections, service, baseline, ratio, least, missed }) => [
    title,
    connections,
    kilobytes(service.bytes),
    ...[service, baseline].flatMap(({ perSecond, p50, p99 }) => [count(perSecond), ms(p50), ms(p99)]),
    `**${ratio.toFixed(2)}**`,
    ...verdictOf(least && `≥ ${least}`, missed),
  ]);
  const figures = ['requests/s', 'p50 ms', 'p99 ms'];
  return section(
    'Speed',
    `${tally(results)} Medians of the rounds; on the right the baseline, a bare \`node:http\` + \`pg\` server with the same ` +
      'answers, never compressed. The ratio is of requests a second.',
    [
      'call',
      'connections',
      'kB',
      ...figures,
      `baseline ${figures[0]}`,
      ...figures.slice(1),
      'ratio',
      'bound',
      '',
    ],
    rows,
  );
}

function socketSection(results) {
  const rows = results.map(({ title, connections, socket }) => [
    title,
    connections,
    count(socket.perSecond),
    socket.ratio.toFixed(1),
    `${Math.round(socket.reached * 100)} %`,
    count(socket.cpu),
    count(socket.other.perSecond),
    count(socket.other.cpu),
  ]);
  return section(
    'The socket itself',
    'A bare `node:http` server that sends a prebuilt body and asks nobody for anything: the most that this machine and this ' +
      'load generator can show. On the right what it takes of processor time for an answer, and what autocannon measures and takes.',
    [
      'call',
      'connections',
      'requests/s',
      'ratio to the baseline',
      'of it the service reaches',
      'µs an answer',
      'with autocannon requests/s',
      'µs an answer',
    ],
    rows,
  );
}

function peerSection(results) {
  const rows = results.map(({ title, peerTitle, service, theirs, ratio, least, missed }) => [
    peerTitle,
    title,
    count(service.perSecond),
    count(theirs.perSecond),
    `**${ratio.toFixed(1)}**`,
    ...verdictOf(`≥ ${least}`, missed),
  ]);
  return section(
    'Against others on the same tables',
    `${tally(results)} 16 connections, the same fields, signed in, in production mode, pools of the same size.`,
    ['peer', 'call', 'requests/s', 'peer requests/s', 'ratio', 'bound', ''],
    rows,
  );
}

function costSection(costs) {
  const rows = costs.map(({ what, value, most, missed }) => [
    what,
    costText(value),
    ...verdictOf(most && `≤ ${costText(most)}`, missed),
  ]);
  return section('Memory, start, growth', tally(costs), ['what', 'found', 'bound', ''], rows);
}

function curveSection(curve) {
  const rows = curve.map(({ title, schools, callers, perSecond, p50, p99, cost }) => [
    title,
    count(schools),
    count(callers),
    count(perSecond),
    ms(p50),
    ms(p99),
    `**${cost.toFixed(2)}**`,
  ]);
  return section(
    'Cost of a request as schools are added',
    'A database and a service for each number of schools, all of 60 students; 16 connections go over all of them in turn, and ' +
      'over 1,000 callers. The cost is that of one school with as many callers; one caller alone has all of the processors’ caches.',
    ['call', 'schools', 'callers', 'requests/s', 'p50 ms', 'p99 ms', 'cost'],
    rows,
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
    ? `**${breaches.length} cost more than a plain name, or over 5 ms.**`
    : 'None costs more than a plain name (1.25 allowed for noise), nor over 5 ms.';
  return section(
    'Search at 5,000 students',
    `${verdict} One request after another, medians. The ratio is to the plain name that finds a handful or, ` +
      'where more is found, to the plain piece of a name that finds most of the school.',
    ['caller', 'q', 'found', 'ms', 'ratio'],
    rows,
  );
}

function snowDaySection(found, workers) {
  const rows = found.map(({ what, value, least, most, missed }) => [
    what,
    costText(value),
    ...verdictOf(boundText(least, most), missed),
  ]);
  return section(
    'A snow day',
    `${tally(found)} ${workers === 1 ? 'One process' : `${workers} processes`} of the service. A visit is \`/me\`, then features, roster, calendar, notices, watch and what is ` +
      'outstanding side by side, 70 % of them with the ETags of an earlier one. An urgent notice of 20 schools, and for some seconds ' +
      'twice as many families as are answered quickly; beside them its mails, calendar feeds, and the families of another school.',
    ['what', 'found', 'bound', ''],
    rows,
  );
}

const boundText = (least, most) =>
  (least !== undefined && `≥ ${least}`) || (most !== undefined && `≤ ${costText(most)}`);

function storedSection({ rowBytes, startMb, listBytes, studentBytes, news }) {
  const rows = [
    ['a process that has just started, MB', count(startMb)],
    ['lists of a school of 600 that it keeps, kB', kilobytes(listBytes)],
    ['a student that it keeps, kB', kilobytes(studentBytes)],
    [`${news.title}, requests a second`, count(news.perSecond)],
    ...Object.entries(rowBytes).map(([name, bytes]) => [
      `a row of \`${name}\` with its indexes, bytes`,
      count(bytes),
    ]),
  ];
  return section(
    'What is stored',
    'What docs/scaling.md reckons with. Rows as they are after they were written once.',
    ['what', 'found'],
    rows,
  );
}

function roundTripSection(counted) {
  const lines = counted.map(({ title, parts }) => {
    const statements = `${parts.length} statement${parts.length === 1 ? '' : 's'}`;
    return `- ${title}: ${statements} (${parts.join(' + ')})`;
  });
  return `## Round trips\n\n${lines.join('\n')}`;
}

function tally(results) {
  const bound = results.filter(
    ({ missed, least, most }) => missed || least !== undefined || most !== undefined,
  );
  const missed = bound.filter((result) => result.missed).length;
  if (bound.length === 0) return 'No bound is set.';
  return missed
    ? `**${missed} of ${bound.length} bounds are missed.**`
    : `All ${bound.length} bounds are kept.`;
}

const verdictOf = (bound, missed) => (bound ? [bound, missed ? '**missed**' : 'reached'] : ['', '']);

function section(title, prose, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (column === 0 ? '---' : '--:')));
  return [`## ${title}`, '', prose, '', line(head), rule, ...rows.map(line)].join('\n');
}

const costText = (value) => (value < 10 ? value.toFixed(2) : count(value));
const count = (value) =>
  value < 10 && value % 1 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
const kilobytes = (bytes) => (bytes < 10_000 ? (bytes / 1000).toFixed(1) : count(bytes / 1000));
const ms = (value) => value.toFixed(value < 10 ? 2 : 1);
