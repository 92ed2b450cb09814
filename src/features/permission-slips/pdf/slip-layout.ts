import type { Block } from './body-blocks.js';
import type { PageFrame } from '../../../platform/typesetting/page-frame.js';
import type { Printable } from '../../../platform/typesetting/printable.js';
import type { TemplateWord } from './template-words.js';

/** A label and what it says, a line each; `aside` stands behind it in small letters. */
export interface Fact {
  label: string;
  values: (Printable & { aside?: string | undefined })[];
}

/** A form's question: boxes to tick, or lines to write on. */
export interface OpenQuestion {
  text: Printable;
  hint: string | null;
  boxes: Printable[];
  lines: number;
}

export interface SignatureBox {
  heading: string;
  /** Path in the template's world. */
  image: string | null;
  imageAlt: string;
  facts: Fact[];
  account: { label: string; email: Printable };
}

/** Contents that both kinds of document share. */
export interface SlipPage extends PageFrame {
  words: Record<TemplateWord, string>;
  logo: string | null;
  school: Printable;
  /** Lines that say what this is. */
  kind: string[];
  title: Printable;
  organization: Printable | null;
  facts: Fact[];
  body: Block[];
  statement: { heading: string; text: Printable };
  /** Lines at the foot of every page. */
  footer: string[];
  /** In the head of further pages: what it is about, and whom. */
  running: [Printable, Printable];
}

export interface ResponsePage extends SlipPage {
  decision: { granted: boolean; text: string };
  /** A notice that the response no longer holds. */
  notice: string | null;
  answers: { question: Printable; answer: Printable[]; isWithheld: boolean }[];
  note: Printable | null;
  signatures: SignatureBox[];
  awaited: string | null;
  revisions: Printable[][];
}

export interface BlankPage extends SlipPage {
  /** Lines for the student's name, in a form for nobody in particular. */
  openFacts: string[];
  questions: OpenQuestion[];
  signers: { heading: string; signed: boolean }[];
}
