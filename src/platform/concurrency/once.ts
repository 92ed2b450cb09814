/** Work that several may ask for, and that is done at the first word. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let inFlight: Promise<void> | undefined;
  return () => (inFlight ??= work());
}
