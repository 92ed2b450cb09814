/** Rows of the same shape in columns for a person to read. */
export function table(rows: object[]): string[] {
  const [first] = rows;
  if (!first) return ['None.'];
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => Object.values(row).map(String))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
