import type { MisspeltSetting } from '../../platform/config/collect-config-errors.js';
import { type Check, failed, warning } from './check.js';

export function judgeMisspelt({ name, meant, isGiven }: MisspeltSetting): Check {
  const remedy = `Call it ${meant}, in the environment or in .env, or take it away.`;
  const message = `There is no setting of this name, and what it says is heard by nobody: is ${meant} meant?`;
  return isGiven ? warning(name, message, remedy) : failed(name, message, remedy);
}
