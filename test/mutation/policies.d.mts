export const POLICIES: Record<string, string[]>;
