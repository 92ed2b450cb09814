import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { normalizeText, type Lines } from '../text/normalize.js';

/** A whole number in a query string; anything but digits stays as it came and fails. */
export const QueryInteger = (from: number, to: number) =>
  applyDecorators(
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    IsInt(),
    Min(from),
    Max(to),
  );

/**
 * Cleaned, trimmed and NFC-normalised on write (contract section 0, rule 4). `MaxLength` beside it bounds what that costs: a
 * longer text is refused before (`declaredPart`).
 */
export const NormalizedText = (lines: Lines = 'one line') =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? (normalizeText(value, lines) ?? '') : value,
  );

/** The same where nothing left means none: it becomes null. */
export const BlankIsNull = (lines: Lines = 'one line') =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? normalizeText(value, lines) : value,
  );

/** Normalised, blank ones left out, each once whatever its case. */
export const DistinctNames = () =>
  Transform(({ value }: TransformFnParams): unknown =>
    Array.isArray(value) ? distinctNames(value as unknown[]) : value,
  );

function distinctNames(values: unknown[]): unknown[] {
  const names = new Map<unknown, unknown>();
  for (const value of values) {
    const name = typeof value === 'string' ? normalizeText(value) : value;
    const key = typeof name === 'string' ? name.toLowerCase() : name;
    if ((name !== null || value === null) && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}
