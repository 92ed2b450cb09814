/** The ratios as horizontal bars on a logarithmic scale, which begin at the baseline's 1; an SVG without anything else. */

const WIDTH = 1016;
const LABELS = 280;
const PLOT = 540;
const FIGURES = 880;
const ROW = 24;
const BAR = 12;
const TOP = 104;
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

const STYLE = `
  svg { --ground: #ffffff; --ink: #1c2330; --quiet: #5c6675; --line: #dfe3ea; --kept: #2368b5; --missed: #c4500f; --free: #8490a3 }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #14181f; --ink: #e8ecf2; --quiet: #a3adbc; --line: #2c333f; --kept: #63a6f2; --missed: #f58a4b; --free: #77839a }
  }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: var(--ink) }
  .title { font-size: 18px; font-weight: 600 } .head { font-weight: 600 } .quiet { fill: var(--quiet); font-size: 12px }
  .ground { fill: var(--ground) } .line { stroke: var(--line) } .one { stroke: var(--quiet); stroke-width: 1.5 }
  .bound { stroke: var(--ink); stroke-width: 2 } .socket { fill: var(--ground); stroke: var(--quiet); stroke-width: 1.5 }
  .kept { fill: var(--kept) } .missed { fill: var(--missed) } .free { fill: var(--free) }
  text.missed { font-weight: 600 }`;

/** @param {{ facts: string[], speed: object[], peers: object[] }} found as the report has it */
export function pictureOf({ facts, speed, peers }) {
  const groups = [
    ['16 connections', speed.filter(({ connections }) => connections === 16)],
    ['1 connection', speed.filter(({ connections }) => connections === 1)],
    [
      'against others, 16 connections (1 is the other)',
      peers.map((one) => ({ ...one, title: `${one.title}: ${one.peerTitle}` })),
    ],
  ].filter(([, results]) => results.length > 0);
  const x = scaleOf(groups.flatMap(([, results]) => results));
  const rows = placed(groups);
  const bottom = rows.at(-1).y + ROW;
  const height = bottom + 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Requests a second against the baseline of the same run</title>
<style>${STYLE}</style>
<rect class="ground" width="${WIDTH}" height="${height}"/>
<text class="title" x="20" y="32">Requests a second, as ratios to the baseline of the same run</text>
<text class="quiet" x="20" y="52">${escaped(`${facts[0]}; ${facts[1].split(',')[0]}`)}</text>
${legend()}
${axis(x, bottom)}
${rows.map((row) => (row.result ? bar(row, x) : groupHead(row))).join('\n')}
</svg>
`;
}

/** From a ratio to its place. */
function scaleOf(results) {
  const shown = results.flatMap(({ ratio, least, socket }) => [
    ratio,
    least ?? ratio,
    socket?.ratio ?? ratio,
  ]);
  const from = Math.log(Math.min(0.5, ...shown) * 0.9);
  const to = Math.log(Math.max(10, ...shown) * 1.1);
  return (ratio) => round(LABELS + (PLOT * (Math.log(ratio) - from)) / (to - from));
}

function placed(groups) {
  let y = TOP;
  return groups.flatMap(([title, results]) => {
    y += 12;
    return [{ title }, ...results.map((result) => ({ result }))].map((row) => ({ ...row, y: (y += ROW) }));
  });
}

const groupHead = ({ title, y }) => `<text class="head" x="20" y="${y}">${escaped(title)}</text>`;

function bar({ result, y }, x) {
  const { title, ratio, least, missed, socket } = result;
  const kind = missed ? 'missed' : least === undefined ? 'free' : 'kept';
  const [from, to] = [x(1), x(ratio)].sort((a, b) => a - b);
  const middle = y - 4;
  const bound = least === undefined ? '' : `≥ ${least}${missed ? ', missed' : ''}`;
  return [
    `<text x="20" y="${y}">${escaped(title)}</text>`,
    `<rect class="${kind}" x="${from}" y="${middle - BAR / 2}" width="${round(Math.max(1, to - from))}" height="${BAR}" rx="2"/>`,
    socket && `<circle class="socket" cx="${x(socket.ratio)}" cy="${middle}" r="4"/>`,
    least !== undefined && tick(x(least), middle),
    `<text class="head" x="${FIGURES}" y="${y}" text-anchor="end">${ratio.toFixed(ratio < 10 ? 2 : 1)}</text>`,
    bound && `<text class="${missed ? 'missed' : 'quiet'}" x="${FIGURES + 12}" y="${y}">${bound}</text>`,
  ]
    .filter(Boolean)
    .join('\n');
}

const tick = (x, y) => `<line class="bound" x1="${x}" x2="${x}" y1="${y - 9}" y2="${y + 9}"/>`;

function axis(x, bottom) {
  const baseline = `<text class="quiet" x="${x(1)}" y="${TOP - 4}" text-anchor="middle">baseline</text>`;
  const inside = TICKS.filter((value) => x(value) >= LABELS && x(value) <= LABELS + PLOT);
  const lines = inside.map(
    (value) =>
      `<line class="${value === 1 ? 'one' : 'line'}" x1="${x(value)}" x2="${x(value)}" y1="${TOP}" y2="${bottom}"/>\n` +
      `<text class="quiet" x="${x(value)}" y="${bottom + 18}" text-anchor="middle">${value.toLocaleString('en-US')}</text>`,
  );
  return [baseline, ...lines].join('\n');
}

function legend() {
  const y = 76;
  const swatch = (kind, x, text) =>
    `<rect class="${kind}" x="${x}" y="${y - 10}" width="14" height="${BAR}" rx="2"/>\n<text class="quiet" x="${x + 20}" y="${y}">${text}</text>`;
  return [
    swatch('kept', 20, 'bound reached'),
    swatch('missed', 140, 'bound missed'),
    swatch('free', 252, 'no bound'),
    `${tick(346, y - 4)}\n<text class="quiet" x="356" y="${y}">bound</text>`,
    `<circle class="socket" cx="420" cy="${y - 4}" r="4"/>\n<text class="quiet" x="432" y="${y}">the socket itself: prebuilt body, nothing asked</text>`,
  ].join('\n');
}

const round = (value) => Math.round(value * 10) / 10;
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]);
