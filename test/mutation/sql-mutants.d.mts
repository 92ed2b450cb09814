export interface SqlMutant {
  marker: number;
  token: string;
  kind: string;
}

export function markersIn(text: string): number[];
export function withoutMarkers(text: string): string;
export function markSql(
  file: string,
  source: string,
  firstId: number,
): { source: string; mutants: { line: number; mutator: string; sql: SqlMutant }[]; next: number };
export function mutated(text: string, mutant: SqlMutant): string | null;
