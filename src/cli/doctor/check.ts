import type { Settings } from '../../platform/config/settings.js';

export interface Check {
  /** The setting that it is about. */
  name: string;
  status: 'ok' | 'warning' | 'failed';
  /** Without any secret. */
  message: string;
  remedy?: string;
}

/** Looks at what the settings lead to. Never throws. */
export type Examination = (settings: Settings) => Promise<Check[]>;

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message });

export const warning = (name: string, message: string, remedy: string): Check => ({
  name,
  status: 'warning',
  message,
  remedy,
});

export const failed = (name: string, message: string, remedy: string): Check => ({
  name,
  status: 'failed',
  message,
  remedy,
});

/** Of an error all that is told: its text may quote a password. */
export const codeOf = (error: unknown): string => {
  const { code, name, cause } = (error ?? {}) as { code?: string; name?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? name ?? 'unknown';
};
