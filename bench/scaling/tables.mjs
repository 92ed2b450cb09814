import { ASSUMED, assumed as a, VISIT } from './assumed.mjs';
import { bytesOf, storedOf, objectBytes, oneSchool, rowsOf, secondsOf, steps } from './model.mjs';

function table(head, rows) {
  const rule = head.map((_, column) =>
    column > 0 && rows.every((row) => isFigure(row[column])) ? '--:' : '---',
  );
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
const isFigure = (cell) => /^(\**\d[^×÷]*)?$/.test(cell);

/** Three digits are more than any of it is worth. */
const short = (value) => Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 6 });
const whole = (value) => Math.round(value).toLocaleString('en-US');
const dollars = (value) => (value < 10 ? value.toFixed(2) : whole(Number(value.toPrecision(2))));

const USED = [...new Set([...VISIT.map(({ id }) => id), 'feed-500'])];

/** The one place of what was found: all else follows from it. */
export function measuredTable({ facts, speed, curve, memoryMb, startMs, stored }) {
  const calls = USED.map((id) => speed[id]).map(({ title, perSecond, bytes }) => [
    `requests a second: ${title}`,
    whole(perSecond),
    `${short(bytes / 1000)} kB each`,
  ]);
  const others = [
    ...curve.map(({ title, cost }) => [
      `cost of a request with 1,000 schools against one, ${title}`,
      cost.toFixed(2),
      '',
    ]),
    ['a process that has just started', short(stored.startMb), 'MB'],
    memoryMb && ['the same process after the whole bench', short(memoryMb), 'MB'],
    startMs && ['start to ready', whole(startMs), 'ms'],
    [`lists of a school of ${a.students} that a process keeps`, short(stored.listBytes / 1000), 'kB'],
    ['a student that it keeps', short(stored.studentBytes / 1000), 'kB'],
    ...Object.entries(stored.rowBytes).map(([name, bytes]) => [
      `a row of \`${name}\` with its indexes`,
      bytes,
      'bytes',
    ]),
  ];
  return `${facts.map((fact) => `- ${fact}`).join('\n')}\n\n${table(['measured', 'figure', ''], [...calls, ...others.filter(Boolean)])}`;
}

export const assumedTable = () =>
  table(
    ['assumed', 'value', ''],
    ASSUMED.map(({ what, value, unit }) => [what, short(value), unit]),
  );

export function visitTable(measured) {
  const seconds = secondsOf(measured);
  const rows = VISIT.map(({ what, count, id }) => [
    what,
    count,
    `\`${id}\``,
    short(seconds(id) * 1000),
    short(count * seconds(id) * 1000),
  ]);
  const { requests, visitSeconds } = oneSchool(measured);
  return table(
    ['a visit', 'requests', 'priced by', 'ms of a core', 'together'],
    [...rows, ['**together**', short(requests), '', '', `**${short(visitSeconds * 1000)}**`]],
  );
}

export function schoolTable(measured) {
  const s = oneSchool(measured);
  const stored = storedOf(measured);
  return table(
    ['one school', 'arithmetic', 'figure'],
    [
      ['guardians', `${a.students} × ${a.guardiansEach}`, short(s.guardians)],
      ['members', `${short(s.guardians)} × ${a.registered}`, short(s.members)],
      [
        'requests of a school day',
        `${short(s.visits)} visits × ${short(s.requests)}`,
        whole(s.visits * s.requests),
      ],
      ['fetched feeds of a day', `${short(s.members)} × ${a.subscribed} × ${a.polls}`, whole(s.feeds)],
      [
        'requests of the busiest second',
        `${whole(s.visits * s.requests)} × ${a.busiestHour} ÷ 3,600 × ${a.peak}, and the feeds ÷ 86,400`,
        short(s.perSecond + s.feedsPerSecond),
      ],
      [
        'cores of the busiest second',
        `${short(s.visits)} × ${short(s.visitSeconds * 1000)} ms × ${a.busiestHour} ÷ 3,600 × ${a.peak}, and the feeds`,
        short(s.cores),
      ],
      ['sent for a visit', `answers, not compressed, and ${a.photosSeen} photos`, `${short(s.sent)} kB`],
      [
        'stored ready by a process',
        `lists, and ${a.hotStudents} × ${a.students} students`,
        `${short(stored / 1e6)} MB`,
      ],
      [
        'objects',
        `${a.students} × ${a.photos} × ${a.photoKb} kB + ${a.filesMb} MB`,
        `${short(objectBytes() / 1e6)} MB`,
      ],
    ],
  );
}

export function rowsTable(measured) {
  const { each, known, total } = bytesOf(measured, rowsOf(oneSchool(measured)));
  return table(
    ['after a year', 'rows', 'bytes a row', 'MB'],
    [
      ...each.map(({ table: name, count, row, bytes }) => [
        `\`${name}\``,
        whole(count),
        row,
        short(bytes / 1e6),
      ]),
      ['together', '', '', short(known / 1e6)],
      [`with all other tables, × ${a.otherRows}`, '', '', `**${short(total / 1e6)}**`],
    ],
  );
}

/** What stands in a line, how it is found, and each step's value. */
const LINES = [
  ['requests in the busiest second', 'schools × one school’s', ({ perSecond }) => short(perSecond)],
  [
    'processes',
    `schools × cores ÷ ${a.load}, 2 at least where it must not stop`,
    ({ processes }) => whole(processes),
  ],
  [
    `machines of ${a.webCores} cores`,
    `processes ÷ ${a.webCores - 1}, 2 at least for 2`,
    ({ machines }) => whole(machines),
  ],
  ['connections to PgBouncer', `processes × ${a.poolSize}`, ({ connections }) => whole(connections)],
  [
    'connections to the database',
    `its cores × ${a.serverConnections}`,
    ({ serverConnections }) => whole(serverConnections),
  ],
  ['database, GB after a year', 'schools × one school’s', ({ databaseGb }) => short(databaseGb)],
  ['of it in use, GB', `× ${a.hotShare}`, ({ hotGb }) => short(hotGb)],
  [
    'database machines',
    `as many cores as processes ÷ ${a.nodeCores}, or GB ÷ ${a.nodeTb * 1000}; each with one that stands by`,
    ({ nodes }) => whole(nodes),
  ],
  ['cores of each', 'processes ÷ machines', ({ nodeCores }) => whole(nodeCores)],
  [
    'memory of each for what is in use, GB',
    'GB in use ÷ machines',
    ({ hotGb, nodes }) => short(hotGb / nodes),
  ],
  [
    'lists stored ready, MB a process, any school anywhere',
    'schools × one school’s',
    ({ everywhereMb }) => short(everywhereMb),
  ],
  ['the same, a school at one process', '÷ processes', ({ routedMb }) => short(routedMb)],
  ['memory of a process then, GB', 'with one that has just started', ({ processGb }) => short(processGb)],
  ['objects, GB', 'schools × one school’s', ({ objectsGb }) => short(objectsGb)],
  ['mails of a school day', 'schools × members', ({ mails }) => whole(mails)],
  ['mails a second, at worst', `÷ ${a.burst} minutes`, ({ mailsPerSecond }) => short(mailsPerSecond)],
  [
    'processes that do the jobs',
    `mails a second × ${a.smtp} s ÷ 8`,
    ({ mailProcesses }) => whole(mailProcesses),
  ],
];

const COSTS = [
  ['processes', '(processes + machines) × a core', ({ webCost }) => dollars(webCost)],
  ['database', '2 × machines × cores × a core, and its disks', ({ databaseCost }) => dollars(databaseCost)],
  ['objects', 'GB × a GB', ({ objectCost }) => dollars(objectCost)],
  [
    'sent to clients',
    `visits × ${short(a.schoolDays / 12)} days × sent for a visit`,
    ({ egressCost }) => dollars(egressCost),
  ],
  ['mail', `mails × ${short(a.schoolDays / 12)} days`, ({ mailCost }) => dollars(mailCost)],
  ['**together**', '', ({ cost }) => `**${dollars(cost)}**`],
  ['for a school', '÷ schools', ({ costEach }) => dollars(costEach)],
];

const byStep = (title, lines) => (measured) => {
  const all = steps(measured);
  return table(
    [title, 'arithmetic', ...all.map(({ schools }) => whole(schools))],
    lines.map(([what, how, of]) => [what, how, ...all.map(of)]),
  );
};

export const stepsTable = byStep('schools', LINES);
export const costTable = byStep('USD a month', COSTS);
