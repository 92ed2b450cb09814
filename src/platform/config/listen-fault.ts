import { SettingsError } from '../errors/operator.error.js';

/** The address that could not be listened on, with its setting. */
interface ListenAddress {
  setting: 'PORT' | 'METRICS_PORT';
  port: number;
}

/**
 * For whoever listens: what its error says of the settings.
 * @throws SettingsError that names the port, or HOST
 */
export function refuseToListen(error: unknown, { setting, port }: ListenAddress): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    throw new SettingsError(`${setting} should be a free one: something listens on ${port} already.`);
  if (code === 'EACCES') throw new SettingsError(`${setting} should be one that this user may listen on.`);
  if (code === undefined) throw error;
  throw new SettingsError(`HOST should be an address of this machine, or 0.0.0.0 for all of them (${code}).`);
}
