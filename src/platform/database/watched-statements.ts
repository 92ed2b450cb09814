import { performance } from 'node:perf_hooks';
import type { AfterQueryEvent, BeforeQueryEvent, DataSource, EntitySubscriberInterface } from 'typeorm';

export interface EndedStatement {
  /** With `$1` where values go, which are not told. */
  text: string;
  succeeded: boolean;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
}

/** Tells of every statement when it is over, in the context of the one who asked for it. */
export function watchStatements(
  dataSource: DataSource,
  onStatement: (statement: EndedStatement) => void,
): void {
  dataSource.subscribers.push(new StatementWatch(onStatement));
}

class StatementWatch implements EntitySubscriberInterface {
  /** By query runner, which runs one after the other. */
  private readonly begun = new WeakMap<object, number>();

  constructor(private readonly onStatement: (statement: EndedStatement) => void) {}

  beforeQuery({ queryRunner }: BeforeQueryEvent): void {
    this.begun.set(queryRunner, now());
  }

  afterQuery({ queryRunner, query, success }: AfterQueryEvent): void {
    const endedAt = now();
    this.onStatement({
      text: textOf(query),
      succeeded: success,
      startedAt: this.begun.get(queryRunner) ?? endedAt,
      endedAt,
    });
  }
}

const now = (): number => performance.timeOrigin + performance.now();

/** A prepared statement comes with its name. */
const textOf = (query: string | { text: string }): string => (typeof query === 'string' ? query : query.text);
