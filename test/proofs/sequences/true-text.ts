import type { Chance } from '../imports/chance.js';

/** A description as some program writes it, and how it reads. */
export interface TrueText {
  /** Lines of the file; those behind the first are no properties. */
  lines: string[];
  reads: string;
}

export function trueText(chance: Chance, at: number): TrueText {
  return chance.of<(at: number) => TrueText>([
    (n) => ({
      lines: [`DESCRIPTION:Why x < y and 3 > 2\\nTea & cake ${n}`],
      reads: `Why x < y and 3 > 2 Tea & cake ${n}`,
    }),
    (n) => ({
      lines: [`DESCRIPTION:<p>Infants ${n}</p><p>Juniors <b>6:00</b><br />Bring a lamp</p>`],
      reads: `Infants ${n} Juniors 6:00 Bring a lamp`,
    }),
    (n) => ({
      lines: [`DESCRIPTION:Teacher: Kim ${n}`, 'Room change: now B 12', 'Please bring: goggles'],
      reads: `Teacher: Kim ${n} Room change: now B 12 Please bring: goggles`,
    }),
    (n) => ({
      lines: [`DESCRIPTION:Doors ${n}`, 'Note: bring pens', '', 'End: 5 pm'],
      reads: `Doors ${n} Note: bring pens End: 5 pm`,
    }),
    (n) => ({
      lines: [
        `DESCRIPTION:Bring a lamp ${n}`,
        `X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Bring <i>a</i> lamp ${n}</p></body></html>`,
      ],
      reads: `Bring a lamp ${n}`,
    }),
    (n) => ({ lines: [`DESCRIPTION:Tea &amp\\; cake&nbsp\\;${n}`], reads: `Tea & cake ${n}` }),
  ])(at);
}
