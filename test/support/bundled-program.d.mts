/** Where Node.js keeps what it has made of a program: for NODE_COMPILE_CACHE. */
export const kept: string;
export function bundledProgram(entry: string): Promise<string>;
