import pg from 'pg';

interface RowDescription {
  fields: pg.FieldDef[];
}

/** What node-postgres (8.23) makes of a description, and gives every row its shape by. */
interface Columns extends RowDescription {
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface DriverQuery extends pg.Query {
  text: string;
  _result: Columns;
  _accumulateRows: boolean;
  handleRowDescription(message: RowDescription): void;
}

const Query = pg.Query as unknown as new (text: string, values?: unknown[]) => DriverQuery;

/** By text, of which there are few. */
const described = new Map<string, Columns>();

/**
 * A query whose columns are those of the last time, as long as the database says so. node-postgres works them out anew for
 * each answer, which takes longer than a few rows do and gives the rows of each a shape of their own (hidden class).
 */
class PreparedRead extends Query {
  constructor({ name, text, values }: pg.QueryConfig) {
    super(text, values);
    Object.assign(this, { name });
  }

  override handleRowDescription(message: RowDescription): void {
    const known = described.get(this.text);
    if (known && isSame(known.fields, message.fields)) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
      return;
    }
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    described.set(this.text, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const isSame = (some: pg.FieldDef[], others: pg.FieldDef[]): boolean =>
  some.length === others.length &&
  some.every(({ name, dataTypeID, format }, at) => {
    const other = others[at]!;
    return name === other.name && dataTypeID === other.dataTypeID && format === other.format;
  });

/** As node-postgres makes it, without the copy of all properties' descriptions that it makes of anything else first. */
export const queryOf = (asked: pg.QueryConfig): pg.Query => new PreparedRead(asked);

/** What {@link queryOf} makes. */
export const isQuery = (statement: unknown): statement is pg.Query => statement instanceof pg.Query;
