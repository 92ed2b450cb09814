import { createRequire } from 'node:module';

/** How the package of a machine is named; there is none for others. */
const BUILDS: Record<string, string> = {
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
};

/** Path of Typst's compiler for this machine; null where it is not installed. */
export function findTypst(machine = `${process.platform}-${process.arch}`): string | null {
  const build = BUILDS[machine];
  if (!build) return null;
  try {
    return createRequire(import.meta.url).resolve(`@myriaddreamin/typst-ts-node-compiler-${build}`);
  } catch {
    return null;
  }
}
