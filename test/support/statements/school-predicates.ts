import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/**
 * The tables of a school in a statement that does not say which school: those whose rows may be of any. A table is bound
 * when its `school_id` is compared, in a condition that always holds, with a parameter, with the result of another query
 * or function, with a table outside of the subquery, or with a table that is bound itself. A member found by their account
 * (`memberships.user_id`) is one of that person's own.
 * @param tables names of the tables that have a column `school_id`
 * @returns the alias and name of each table that is not bound; empty for a statement that reads no such table
 * @throws SqlError of libpg-query for what PostgreSQL could not parse
 */
export function tablesWithoutSchool(statement: string, tables: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const { stmts } = parseSync(statement) as unknown as { stmts: { stmt: Node }[] };
  for (const { stmt } of stmts) new Query(tables, found, null, new Set()).read(stmt);
  return [...new Set(found)];
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nodeOf = (value: unknown): Node | null => (isNode(value) ? value : null);

/** What stands for everything that is known before this query runs. */
const GIVEN = '(given)';

/** One level of a statement: what stands in one FROM, or is written by one INSERT, UPDATE or DELETE. */
class Query {
  /** By alias; null for what is no table of a school. */
  private readonly rows = new Map<string, string | null>();
  /** From the one that is bound to the one that is bound by it. */
  private readonly binds: [string, string][] = [];

  constructor(
    private readonly tables: ReadonlySet<string>,
    private readonly found: string[],
    private readonly outer: Query | null,
    /** Names of WITH queries. */
    private readonly named: ReadonlySet<string>,
  ) {}

  read(wrapped: Node): void {
    const [[kind, body] = []] = Object.entries(wrapped);
    const node = nodeOf(body);
    if (!node) return;
    if (kind === 'DeclareCursorStmt' || kind === 'ExplainStmt' || kind === 'CopyStmt')
      return this.read(nodeOf(node.query) ?? {});
    if (kind === 'SelectStmt') this.select(node);
    else if (kind === 'InsertStmt') this.insert(node);
    else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.change(node);
  }

  private select(node: Node): void {
    const inner = this.withNamed(node);
    const sides = [nodeOf(node.larg), nodeOf(node.rarg)].filter((side) => side !== null);
    for (const side of sides) inner.subquery({ SelectStmt: side });
    inner.from(nodesOf(node.fromClause));
    inner.condition(nodeOf(node.whereClause));
    inner.subqueriesIn(node, ['withClause', 'larg', 'rarg', 'fromClause', 'whereClause']);
    inner.report();
  }

  private insert(node: Node): void {
    const inner = this.withNamed(node);
    const table = String(nodeOf(node.relation)?.relname);
    const columns = nodesOf(node.cols).map((col) => nodeOf(col.ResTarget)?.name);
    if (this.tables.has(table) && table !== 'schools' && !columns.includes('school_id'))
      this.found.push(table);
    inner.subqueriesIn(node, ['withClause', 'relation', 'cols']);
  }

  private change(node: Node): void {
    const inner = this.withNamed(node);
    inner.from([{ RangeVar: node.relation }, ...nodesOf(node.fromClause), ...nodesOf(node.usingClause)]);
    inner.condition(nodeOf(node.whereClause));
    inner.subqueriesIn(node, ['withClause', 'relation', 'fromClause', 'usingClause', 'whereClause']);
    inner.report();
  }

  /** The same level, which knows what stands in its WITH. */
  private withNamed(node: Node): Query {
    const named = new Set(this.named);
    const queries = nodesOf(nodeOf(node.withClause)?.ctes).map((each) => nodeOf(each.CommonTableExpr));
    for (const query of queries) {
      named.add(String(query?.ctename));
      const body = nodeOf(query?.ctequery);
      if (body) new Query(this.tables, this.found, this.outer, named).read(body);
    }
    return new Query(this.tables, this.found, this.outer, named);
  }

  private from(items: Node[]): void {
    for (const item of items) this.fromItem(item);
  }

  private fromItem(item: Node): void {
    const [[kind, body] = []] = Object.entries(item);
    const node = nodeOf(body) ?? {};
    const alias = nameIn(node.alias, 'aliasname');
    if (kind === 'RangeVar') {
      const table = nameIn(node, 'relname');
      this.rows.set(alias || table, this.tables.has(table) && !this.named.has(table) ? table : null);
    } else if (kind === 'JoinExpr') {
      this.from([nodeOf(node.larg) ?? {}]);
      const left = new Set(this.rows.keys());
      this.from([nodeOf(node.rarg) ?? {}]);
      const before = this.binds.length;
      this.using(node);
      this.condition(nodeOf(node.quals));
      // The rows of the left side are there whatever the condition of a left join says.
      const ofJoin = this.binds.splice(before);
      this.binds.push(...ofJoin.filter(([, to]) => node.jointype !== 'JOIN_LEFT' || !left.has(to)));
    } else {
      this.rows.set(alias, null);
      this.subqueriesIn(node, ['alias']);
    }
  }

  /** `USING (school_id)`: of all that have been named so far, the last two at least. */
  private using(join: Node): void {
    const columns = nodesOf(join.usingClause).map((column) => nodeOf(column.String)?.sval);
    if (!columns.includes('school_id')) return;
    const sides = [nodeOf(join.larg), nodeOf(join.rarg)].map((side) => this.lastOf(side));
    this.same(sides[0] ?? GIVEN, sides[1] ?? GIVEN);
  }

  private lastOf(item: Node | null): string {
    const join = nodeOf(item?.JoinExpr);
    if (join) return this.lastOf(nodeOf(join.rarg));
    const range = nodeOf(item?.RangeVar);
    if (!range) return GIVEN;
    const alias = nameIn(range.alias, 'aliasname') || nameIn(range, 'relname');
    return this.rows.get(alias) ? alias : GIVEN;
  }

  /** What holds for every row that comes out; the rest is looked through for subqueries alone. */
  private condition(node: Node | null): void {
    if (!node) return;
    const all = nodeOf(node.BoolExpr);
    if (all?.boolop === 'AND_EXPR') {
      for (const each of nodesOf(all.args)) this.condition(each);
      return;
    }
    const comparison = nodeOf(node.A_Expr);
    if (comparison) this.comparison(comparison);
    const within = nodeOf(node.SubLink);
    if (within?.subLinkType === 'ANY_SUBLINK')
      for (const each of expressionsOf(nodeOf(within.testexpr))) this.equate(each, null);
    this.subqueriesIn(node, []);
  }

  private comparison({ kind, name, lexpr, rexpr }: Node): void {
    const operator = nodesOf(name).map((each) => nodeOf(each.String)?.sval);
    if (operator.join() !== '=') return;
    const left = expressionsOf(nodeOf(lexpr));
    if (kind === 'AEXPR_OP') {
      const right = expressionsOf(nodeOf(rexpr));
      if (left.length === right.length) left.forEach((each, at) => this.equate(each, right[at] ?? null));
    } else if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN')
      for (const each of left) this.equate(each, null);
    else if (kind === 'AEXPR_NOT_DISTINCT') this.equate(left[0] ?? {}, nodeOf(rexpr));
  }

  private equate(left: Node, right: Node | null): void {
    const [one, other] = [this.schoolIn(left), right ? this.schoolIn(right) : GIVEN];
    if (one !== null && other !== null) this.same(one, other);
    for (const [each, value] of [
      [left, other],
      [right, one],
    ] as const) {
      const own = each && value === GIVEN ? this.accountIn(each) : null;
      if (own !== null) this.same(own, GIVEN);
    }
  }

  private same(one: string, other: string): void {
    this.binds.push([one, other], [other, one]);
  }

  /** The alias whose school this is, GIVEN for what does not come from a table of this level, null for another column. */
  private schoolIn(expression: Node): string | null {
    const fields = fieldsOf(expression);
    if (!fields) return this.mentions(expression) ? null : GIVEN;
    const [alias, column] = fields.length > 1 ? fields : [this.onlyTable(String(fields[0])), fields[0]];
    const table = this.rows.get(String(alias));
    if (!table) return GIVEN;
    return column === (table === 'schools' ? 'id' : 'school_id') ? String(alias) : null;
  }

  private accountIn(expression: Node): string | null {
    const fields = fieldsOf(expression);
    if (fields?.at(-1) !== 'user_id') return null;
    const alias = String(fields.length > 1 ? fields[0] : this.onlyTable('user_id'));
    return this.rows.get(alias) === 'memberships' ? alias : null;
  }

  /** The one table that a column without an alias can be of; as far as the names of our own columns tell. */
  private onlyTable(column: string): string {
    const candidates = [...this.rows].filter(([, table]) => table !== null);
    const only = candidates.length === 1 && this.rows.size === 1 ? candidates[0] : undefined;
    if (only) return only[0];
    return candidates.length === 1 && (column === 'school_id' || column === 'user_id')
      ? candidates[0]![0]
      : '';
  }

  /** Whether an expression is made of a column of a table of this level. */
  private mentions(expression: Node): boolean {
    const fields = fieldsOf(expression);
    if (fields) return Boolean(this.rows.get(String(fields.length > 1 ? fields[0] : this.onlyTable(''))));
    return Object.entries(expression).some(
      ([name, value]) =>
        name !== 'SubLink' &&
        (Array.isArray(value) ? nodesOf(value) : [nodeOf(value)]).some((each) => each && this.mentions(each)),
    );
  }

  private subquery(node: Node): void {
    new Query(this.tables, this.found, this, this.named).read(node);
  }

  /** Reads every subquery that stands somewhere in there, but in these parts. */
  private subqueriesIn(node: Node, without: string[]): void {
    for (const [name, value] of Object.entries(node)) {
      if (without.includes(name)) continue;
      if (name === 'SelectStmt') this.subquery({ SelectStmt: value });
      else if (name === 'selectStmt' || name === 'subselect' || name === 'subquery') {
        const query = nodeOf(value);
        if (query) this.subquery(query);
        if (name === 'subselect') continue;
      } else for (const each of [...nodesOf(value), nodeOf(value)]) if (each) this.subqueriesIn(each, []);
    }
  }

  private report(): void {
    const bound = new Set([GIVEN]);
    for (let before = 0; before < bound.size;) {
      before = bound.size;
      for (const [from, to] of this.binds) if (bound.has(from)) bound.add(to);
    }
    for (const [alias, table] of this.rows)
      if (table && !bound.has(alias)) this.found.push(alias === table ? table : `${table} ${alias}`);
  }
}

/** Empty where there is none. */
function nameIn(node: unknown, field: string): string {
  const name = nodeOf(node)?.[field];
  return typeof name === 'string' ? name : '';
}

/** The names in `alias.column`; null for anything else. */
function fieldsOf(expression: Node): string[] | null {
  const cast = nodeOf(expression.TypeCast);
  if (cast) return fieldsOf(nodeOf(cast.arg) ?? {});
  const column = nodeOf(expression.ColumnRef);
  if (!column) return null;
  const names = nodesOf(column.fields).map((field) => nodeOf(field.String)?.sval);
  return names.every((name) => typeof name === 'string') ? names : null;
}

/** Those of `(a, b)`, or the one that it is. */
function expressionsOf(node: Node | null): Node[] {
  const row = nodeOf(node?.RowExpr);
  if (row) return nodesOf(row.args);
  return node ? [node] : [];
}
