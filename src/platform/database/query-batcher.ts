import type { DataSource } from 'typeorm';
import { queryPrepared } from './prepared-statement.js';

/** Statements of one text that are underway at once. */
const LANES = 2;
/** Questions in one statement. */
const MAX = 64;

/** A row of the answer, and whose it is: 1 for the first question. */
export interface Positioned {
  position: number;
}

interface Question<Row> {
  values: unknown[];
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
}

/**
 * One question that many callers ask at the same time, sent as one statement for all of them: a round trip is most of
 * what a small read costs. While a statement is underway the next one gathers. Nothing is kept of an answer, and every
 * question is asked after it has come.
 */
export class QueryBatcher<Row extends Positioned> {
  private readonly waiting: Question<Row>[] = [];
  private inFlight = 0;
  private isDue = false;
  /** How many questions there were in the latest statements, more or less. */
  private customary = 1;

  /** @param text has an array of each value for its parameters, and at most one row for each place in them */
  constructor(
    private readonly dataSource: DataSource,
    private readonly text: string,
  ) {}

  /** The row for these values; null where there is none. One failure is that of everyone in the same statement. */
  find(values: unknown[]): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ values, resolve, reject });
      this.sendSoon();
    });
  }

  /**
   * Sends a batch as soon as the customary number is waiting, while we go on with the other requests: if the database
   * answered all of them together, we would wait for it, and then it for us. An idle process sends fewer, once the requests
   * that have come in the same moment have added theirs; a batch does not wait for further requests.
   */
  private sendSoon(): void {
    if (this.inFlight === LANES) return;
    if (this.waiting.length >= this.customary) return void this.send();
    if (this.inFlight > 0 || this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      if (this.inFlight === 0 && this.waiting.length > 0) void this.send();
    });
  }

  private async send(): Promise<void> {
    const questions = this.waiting.splice(0, MAX);
    this.customary = (this.customary + questions.length) / 2;
    this.inFlight += 1;
    try {
      const answers = await this.answers(questions);
      questions.forEach(({ resolve }, index) => resolve(answers.get(index + 1) ?? null));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
    this.inFlight -= 1;
    if (this.waiting.length > 0) this.sendSoon();
  }

  private async answers(questions: Question<Row>[]): Promise<Map<number, Row>> {
    const parameters = questions[0]?.values.map((_, column) => questions.map(({ values }) => values[column]));
    const rows = await queryPrepared<Row>(this.dataSource, this.text, parameters ?? []);
    return new Map(rows.map((row) => [row.position, row]));
  }
}
