import type { Settings } from '../config/settings.js';

/** Connections of the process in charge, which has a few jobs to do and no requests. */
const MAX_IN_CHARGE = 4;

/** Connections that the process in charge of workers may have. */
export const connectionsInCharge = ({ databasePoolSize }: Pick<Settings, 'databasePoolSize'>): number =>
  Math.min(databasePoolSize, MAX_IN_CHARGE);

/** Connections that one service takes at most, by however many processes. */
export const connectionsOf = (settings: Pick<Settings, 'databasePoolSize' | 'clusterWorkers'>): number =>
  settings.clusterWorkers === 1
    ? settings.databasePoolSize
    : settings.clusterWorkers * settings.databasePoolSize + connectionsInCharge(settings);
