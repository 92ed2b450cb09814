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

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether nobody but this machine is meant to come by this address. */
export const isLocal = (siteUrl: string): boolean => LOCAL.test(new URL(siteUrl).hostname);

/** Whether families are served: by a name of their own, or encrypted. */
export const isForFamilies = (siteUrl: string): boolean =>
  new URL(siteUrl).protocol === 'https:' || !isLocal(siteUrl);

/** The code of an error, and nothing else of it: its text may quote a password. */
export const codeOf = (error: unknown): string => {
  const { code, name, cause } = (error ?? {}) as { code?: string; name?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? name ?? 'unknown';
};
