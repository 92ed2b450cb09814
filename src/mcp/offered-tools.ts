import { EXTENDED_TOOLS } from './extended-tools.js';
import type { Tool } from './tool.js';
import { TOOLS } from './tools.js';

/** The tools of the specification; with `extended` the additive ones as well. */
export const toolsOf = (extended: boolean): Tool[] => (extended ? [...TOOLS, ...EXTENDED_TOOLS] : TOOLS);
