import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NODE_USER = 1000;
const BASE = 'localhost/base';

/** Why no image can be built here, or null. */
export function missingForImages(): string | null {
  if (process.getuid?.() !== 0) return 'only root may build and enter an image';
  const missing = ['buildah', 'debootstrap', 'unshare', 'chroot'].filter(
    (program) => spawnSync('which', [program]).status !== 0,
  );
  return missing.length > 0 ? `${missing.join(', ')} not installed` : null;
}

function run(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    cwd: ROOT,
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`);
  return stdout.trim();
}

/** The image of docker/Dockerfile, built without an engine and without a registry of images, and laid out as a folder. */
export class BuiltImage {
  private constructor(
    private readonly home: string,
    /** The root of a container's file system. */
    readonly root: string,
  ) {}

  /** @param archive of an image that is there already, as a folder: the proof of one that was built elsewhere */
  static build(archive = process.env.IMAGE_ROOT): BuiltImage {
    const home = mkdtempSync(join(tmpdir(), 'school-directory-image-'));
    if (archive) return new BuiltImage(home, archive);
    const buildah = (...args: string[]): string =>
      run('buildah', [
        '--root',
        join(home, 's'),
        '--runroot',
        join(home, 'r'),
        '--storage-driver',
        'vfs',
        ...args,
      ]);
    const base = buildah('from', 'scratch');
    buildah('add', base, debian(join(home, 'base')), '/');
    buildah('commit', base, BASE);
    buildah(
      'bud',
      '--isolation',
      'chroot',
      '--build-arg',
      `BASE=${BASE}`,
      ...npmOfThisMachine(home),
      '-f',
      'docker/Dockerfile',
      '-t',
      'school-directory',
      '.',
    );
    return new BuiltImage(home, buildah('mount', buildah('from', 'school-directory')));
  }

  /** A program in a container: its own mounts, a root that cannot be written to, `/tmp` in memory, an ordinary user. */
  start(args: string[], env: Record<string, string>): ChildProcess {
    const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs tmpfs "$0/tmp" &&
      mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" &&
      exec chroot --userspec=${NODE_USER}:${NODE_USER} "$0" /bin/sh -c 'cd /app && exec "$@"' sh "$@"`;
    return spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, this.root, ...args],
      {
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  }

  /** Megabytes of a folder in it. */
  size(folder: string): number {
    return Number(run('du', ['-sm', join(this.root, folder)]).split('\t')[0]);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** As the official image has it: Debian, Node.js, npm, certificates and the user `node`. */
function debian(folder: string): string {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder]);
  for (const path of [
    'var/cache/apt',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ])
    rmSync(join(folder, path), { recursive: true, force: true });
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'));
  const npm = dirname(dirname(run('readlink', ['-f', run('which', ['npm'])])));
  const modules = join(folder, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(npm, join(modules, 'npm'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  appendFileSync(join(folder, 'etc/passwd'), `node:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`);
  appendFileSync(join(folder, 'etc/group'), `node:x:${NODE_USER}:\n`);
  return folder;
}

/** How npm reaches its registry, and what it has fetched already: while it is built, and not in the image. */
function npmOfThisMachine(home: string): string[] {
  const config = (name: string): string => run('npm', ['config', 'get', name]);
  const [cache, userConfig] = [config('cache'), config('userconfig')];
  const lines = existsSync(userConfig) ? [readFileSync(userConfig, 'utf8')] : [];
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) lines.push(`cafile=${certificates}`);
  const npmrc = join(home, 'npmrc');
  writeFileSync(npmrc, lines.join('\n'), { mode: 0o600 });
  const mounts = [`${npmrc}:/root/.npmrc:ro`, `${cache}:/root/.npm`];
  if (certificates) mounts.push(`${certificates}:${certificates}:ro`);
  return mounts.flatMap((mount) => ['-v', mount]);
}
