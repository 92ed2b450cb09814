import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fail, inRoot, readIfThere } from './lib/project.mjs';

// Writes sbom.cdx.json (CycloneDX): every package that the service runs with, its version, licence and checksum. The same
// lock gives the same bytes. With --installed, those that are not in node_modules are left out, as in the image.
const lock = JSON.parse(readIfThere(inRoot('package-lock.json')));
const { name, version } = JSON.parse(readIfThere(inRoot('package.json')));
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const { serialNumber: _random, metadata, ...bom } = everything();
const { tools, component } = metadata;
const shipped = new Set(
  Object.entries(lock.packages)
    // Not by `npm sbom --omit=dev`: it also leaves out what tests use as well.
    .filter(([path, { dev }]) => path !== '' && !dev)
    .filter(([path]) => !process.argv.includes('--installed') || existsSync(inRoot(path)))
    .map(([path, found]) => `${found.name ?? nameOf(path)}@${found.version}`),
);
const refs = new Set(bom.components.map((each) => each['bom-ref']).filter((ref) => shipped.has(ref)));
refs.add(component['bom-ref']);
const text = JSON.stringify(
  {
    ...bom,
    // Neither when nor in which folder it was made.
    metadata: { tools, component: { ...component, type: 'application', name, version } },
    components: bom.components.filter((each) => refs.has(each['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  },
  null,
  2,
);
if (process.argv.includes('--print')) process.stdout.write(`${text}\n`);
else writeFileSync(inRoot('sbom.cdx.json'), `${text}\n`);

function everything() {
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : null;
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const options = {
    cwd: inRoot(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 2],
  };
  const { status, stdout } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (status !== 0) fail('npm could not say which packages there are: see above');
  return JSON.parse(stdout);
}
