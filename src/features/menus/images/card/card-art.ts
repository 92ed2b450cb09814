/** Pixels a side. */
export const CARD_SIDE = 1024;

export interface Palette {
  /** The cloth below the card. */
  cloth: string;
  /** Rules, cutlery, flourishes. */
  accent: string;
  /** The first dish. */
  heading: string;
  /** Color of the food on the plate. */
  food: string;
}

export const PALETTES: Palette[] = [
  { cloth: '#c8452f', accent: '#b23a26', heading: '#7d2416', food: '#4f8a3c' },
  { cloth: '#3f7d4e', accent: '#3a7348', heading: '#1f4c2b', food: '#d98a1f' },
  { cloth: '#2f6690', accent: '#2d6187', heading: '#173a55', food: '#e0a526' },
  { cloth: '#d9961a', accent: '#b9780c', heading: '#6f4404', food: '#c2452d' },
  { cloth: '#7a4a78', accent: '#704270', heading: '#47254a', food: '#6a9a3d' },
  { cloth: '#1f7f80', accent: '#1d7576', heading: '#0d4647', food: '#e07a3f' },
];

/** Within the card, for the text. */
export const TEXT_AREA = { left: 142, top: 352, width: 740, height: 516 };

export const INK = '#33291f';

/** Cloth, card, plate and cutlery. */
export const cardArt = (palette: Palette, motif: number): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIDE}" height="${CARD_SIDE}" viewBox="0 0 1024 1024">
  <defs>
    <pattern id="gingham" width="64" height="64" patternUnits="userSpaceOnUse">
      <rect width="64" height="64" fill="#fff"/>
      <rect width="32" height="64" fill="${palette.cloth}" opacity=".55"/>
      <rect width="64" height="32" fill="${palette.cloth}" opacity=".55"/>
    </pattern>
    <filter id="shadow" x="-10%" y="-10%" width="120%" height="125%">
      <feGaussianBlur stdDeviation="14"/>
    </filter>
  </defs>
  <rect width="1024" height="1024" fill="url(#gingham)"/>
  <rect x="76" y="88" width="872" height="872" rx="34" fill="#000" opacity=".32" filter="url(#shadow)"/>
  <rect x="76" y="76" width="872" height="872" rx="34" fill="#fffdf7"/>
  <g fill="none" stroke="${palette.accent}">
    <rect x="100" y="100" width="824" height="824" rx="20" stroke-width="4"/>
    <rect x="112" y="112" width="800" height="800" rx="13" stroke-width="1.5"/>
  </g>
  ${CORNERS.map(([x, y, degrees]) => `<g transform="translate(${x} ${y}) rotate(${degrees})">${corner(palette)}</g>`).join('')}
  <g transform="translate(512 232)">
    <circle r="93" cy="5" fill="#000" opacity=".14"/>
    <circle r="92" fill="#fff" stroke="${palette.accent}" stroke-width="4"/>
    <circle r="64" fill="#fffaf0" stroke="${palette.accent}" stroke-width="1.8" opacity=".9"/>
    ${MOTIFS[motif % MOTIFS.length]!(palette)}
    <g transform="translate(-150 0)" fill="${palette.accent}">${FORK}</g>
    <g transform="translate(150 0)" fill="${palette.accent}">${KNIFE}</g>
  </g>
</svg>`;

const CORNERS = [
  [112, 112, 0],
  [912, 112, 90],
  [912, 912, 180],
  [112, 912, 270],
];

const corner = ({ accent }: Palette): string =>
  `<path d="M14 46 Q14 14 46 14" fill="none" stroke="${accent}" stroke-width="2.5"/>
   <path d="M22 22 q16 -3 22 10 q-16 6 -22 -10z" fill="${accent}" opacity=".75"/>`;

const FORK = `
  <path d="M-17 -86 v42 a17 17 0 0 0 12 16 v104 a5 5 0 0 0 10 0 v-104 a17 17 0 0 0 12 -16 v-42 h-5 v40 h-7 v-40 h-10 v40 h-7 v-40 z"/>`;

const KNIFE = `<path d="M-7 -86 q22 14 20 74 h-10 v88 a5 5 0 0 1 -10 0 z"/>`;

/** Drawings of food on the plate: a sprig, a slice of citrus, peas, a steaming bowl. */
const MOTIFS: ((palette: Palette) => string)[] = [
  ({ food }) => `
    <g fill="${food}" stroke="${food}" stroke-linecap="round">
      <path d="M0 44 Q4 -4 0 -44" fill="none" stroke-width="4"/>
      ${[-30, -12, 6, 24].map((y) => `<path d="M1 ${y + 10} q26 -4 32 -26 q-28 -2 -32 26z"/><path d="M1 ${y + 16} q-26 -4 -32 -26 q28 -2 32 26z"/>`).join('')}
    </g>`,
  ({ food }) => `
    <circle r="44" fill="${food}"/><circle r="37" fill="#fffaf0"/>
    ${[0, 60, 120, 180, 240, 300].map((degrees) => `<path transform="rotate(${degrees})" d="M0 -5 L13.5 -28 A31 31 0 0 0 -13.5 -28 Z" fill="${food}" opacity=".8"/>`).join('')}`,
  ({ food, accent }) => `
    <path d="M-50 12 Q0 62 50 12 Q0 34 -50 12z" fill="${food}"/>
    <path d="M-50 10 Q0 -34 50 10 Q0 26 -50 10z" fill="${food}" opacity=".65"/>
    ${[-26, -9, 9, 26].map((x) => `<circle cx="${x}" cy="${14 - Math.abs(x) / 8}" r="8.5" fill="#fffaf0" stroke="${accent}" stroke-width="1.5"/>`).join('')}`,
  ({ food, accent }) => `
    <path d="M-46 2 h92 a46 40 0 0 1 -30 40 h-32 a46 40 0 0 1 -30 -40z" fill="${food}"/>
    <g fill="none" stroke="${accent}" stroke-width="4" stroke-linecap="round" opacity=".7">
      ${[-20, 0, 20].map((x) => `<path d="M${x} -10 q-8 -10 0 -19 q8 -9 0 -18"/>`).join('')}
    </g>`,
];

/** Between the first dish and the others. */
export const flourish = ({ accent }: Palette): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="320" height="28" viewBox="-160 -14 320 28">
  <g stroke="${accent}" stroke-width="2" fill="none" stroke-linecap="round">
    <path d="M-150 0 H-34"/><path d="M150 0 H34"/>
  </g>
  <g fill="${accent}"><path d="M0 -10 L10 0 L0 10 L-10 0z"/><circle cx="-22" r="3.5"/><circle cx="22" r="3.5"/></g>
</svg>`;
