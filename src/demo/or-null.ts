import { AppError } from '../errors/app-error.js';

/** Null for whoever is refused: it is not addressed to them, say. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
