import { z } from 'zod';
import { flag, secret, wholeNumber } from '../platform/config/setting-forms.js';
import { SettingsError } from '../platform/errors/operator.error.js';

export interface RouterSettings {
  port: number;
  host: string;
  /** Each installation behind the router, by a name of ours: the backend of the proxy has it, too. */
  cells: { name: string; url: string }[];
  /** The CELL_TOKEN of all of them. */
  token: string;
  /** A proxy stands before it, and what that says of where a request comes from counts. */
  trustProxy: boolean;
  /** The admin socket of HAProxy, as a path or `host:port`; null: nobody else asks for the map. */
  proxySocket: string | null;
  /** The map of HAProxy, by the path that its configuration has. */
  proxyMap: string;
}

/** The address within the operator's network: the router is no gate to somewhere else. */
const ONE_CELL = /^([a-z][a-z0-9-]{0,30})=(https?:\/\/[^\s/?#@]+)\/?$/;

const EXAMPLE = 'names and addresses such as a=http://10.0.0.1:3000,b=http://10.0.0.2:3000';

const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(3100),
  HOST: z.string().default('127.0.0.1'),
  CELLS: z
    .string({ error: EXAMPLE })
    .transform((text) => text.split(',').map((part) => ONE_CELL.exec(part.trim())))
    .refine((cells) => cells.every(Boolean), { error: EXAMPLE })
    .transform((cells) => cells.map((cell) => ({ name: cell![1]!, url: cell![2]! })))
    .refine((cells) => new Set(cells.map(({ name }) => name)).size === cells.length, {
      error: 'a list in which no name stands twice',
    }),
  CELL_TOKEN: secret,
  TRUST_PROXY: flag.default(false),
  HAPROXY_SOCKET: z.string().min(1).optional(),
  HAPROXY_MAP: z.string().min(1).default('/etc/haproxy/schools.map'),
});

/**
 * Settings of the router, from the environment; an empty value is none.
 * @throws SettingsError naming the first wrong variable and what it should be
 */
export function routerSettings(given: Record<string, string | undefined>): RouterSettings {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const { data, error } = environment.safeParse(filled);
  const [fault] = error?.issues ?? [];
  if (fault) throw new SettingsError(`${String(fault.path[0])} should be ${fault.message}.`);
  const { PORT, HOST, CELLS, CELL_TOKEN, TRUST_PROXY, HAPROXY_SOCKET, HAPROXY_MAP } = data!;
  return {
    ...{ port: PORT, host: HOST, cells: CELLS, token: CELL_TOKEN, trustProxy: TRUST_PROXY },
    ...{ proxySocket: HAPROXY_SOCKET ?? null, proxyMap: HAPROXY_MAP },
  };
}
