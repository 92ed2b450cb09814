import { existsSync, writeFileSync } from 'node:fs';
import { runNpm } from './lib/npm.mjs';
import { fail, inRoot, readIfThere } from './lib/project.mjs';

// Writes sbom.cdx.json (CycloneDX): every package that the service runs with, its version, licence and checksum, with those of
// `npm run fonts`. The same locks give the same bytes. With --installed, those that are not there are left out, as in the image.
const onlyInstalled = process.argv.includes('--installed');
const { name, version } = JSON.parse(readIfThere(inRoot('package.json')));
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const { serialNumber: _random, metadata, ...bom } = everythingIn('.');
const { tools, component } = metadata;
const service = shippedOf(bom, ({ path }) => !onlyInstalled || existsSync(inRoot(path)));
const areFontsThere = existsSync(inRoot('fonts', 'files', '.installed.json'));
const fonts = shippedOf(everythingIn('fonts'), () => !onlyInstalled || areFontsThere, 'fonts');
const components = [...service.components, ...fonts.components.map(underOpenFontLicense)];
const refs = new Set([component, ...components].map((each) => each['bom-ref']));
const fontRefs = fonts.components.map((each) => each['bom-ref']);
const text = JSON.stringify(
  {
    ...bom,
    // Neither when nor in which folder it was made.
    metadata: { tools, component: { ...component, type: 'application', name, version } },
    components,
    dependencies: [...bom.dependencies, ...fontRefs.map((ref) => ({ ref }))]
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => {
        const more = ref === component['bom-ref'] ? fontRefs : [];
        return { ref, dependsOn: [...dependsOn, ...more].filter((each) => refs.has(each)) };
      }),
  },
  null,
  2,
);
if (process.argv.includes('--print')) process.stdout.write(`${text}\n`);
else writeFileSync(inRoot('sbom.cdx.json'), `${text}\n`);

/** What is no development package. Not by `npm sbom --omit=dev`: it also leaves out what tests use as well. */
function shippedOf({ components }, isThere, folder = '.') {
  const lock = JSON.parse(readIfThere(inRoot(folder, 'package-lock.json')));
  const shipped = new Set(
    Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev && isThere({ path }))
      .map(([path, found]) => `${found.name ?? nameOf(path)}@${found.version}`),
  );
  return { components: components.filter((each) => shipped.has(each['bom-ref'])) };
}

/** Some packages name the licence of their own code alone. That of the fonts in them is the same for all of Noto. */
function underOpenFontLicense(component) {
  const named = JSON.stringify(component.licenses ?? []);
  return named.includes('OFL-1.1') ? component : { ...component, licenses: [{ license: { id: 'OFL-1.1' } }] };
}

function everythingIn(folder) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { status, stdout } = runNpm(args, {
    cwd: inRoot(folder),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 2],
  });
  if (status !== 0) fail('npm could not say which packages there are: see above');
  return JSON.parse(stdout);
}
