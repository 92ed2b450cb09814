import type { EntityManager } from 'typeorm';
import { deleteFeedTokens } from './feed-tokens.repository.js';

/**
 * The tokens of feeds and app passwords are credentials: they end with the others of the person, in the same transaction. What reads
 * there has to be given another one.
 */
export const withdrawFeedTokens = (manager: EntityManager, userId: string): Promise<void> =>
  deleteFeedTokens(manager, userId);
