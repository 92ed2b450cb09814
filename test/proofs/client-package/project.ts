import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';

export const execute = async (program: string, args: string[], cwd: string): Promise<string> => {
  try {
    return (await promisify(execFile)(program, args, { cwd })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} in ${cwd}:\n${stdout}\n${stderr}`, { cause: error });
  }
};

/** Somebody's project that has installed the package: its program is app.ts. */
export class Project {
  private constructor(readonly folder: string) {}

  static async install(folder: string, tarball: string, manifest: object): Promise<Project> {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await execute('npm', ['install', ...flags, tarball], folder);
    copyFileSync(fromProjectRoot('test/proofs/client-package/app.txt'), join(folder, 'app.ts'));
    return new Project(folder);
  }

  /** Strict, and the package's own declarations are checked as well. Writes app.js. */
  async compile(options: object): Promise<void> {
    const compilerOptions = {
      ...{
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        skipLibCheck: false,
      },
      ...{ ignoreDeprecations: '6.0', rootDir: '.', ...options },
    };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
    const tsc = fromProjectRoot('node_modules/typescript/bin/tsc');
    await execute(process.execPath, [tsc, '-p', '.'], this.folder);
  }

  /** What `tryOut` gives in Node.js. */
  async run(load: string, siteUrl: string, token: string): Promise<unknown> {
    const main = `${load}.tryOut(${JSON.stringify(siteUrl)}, ${JSON.stringify(token)})
      .then((found) => console.log(JSON.stringify(found)));`;
    writeFileSync(join(this.folder, 'main.js'), main);
    return JSON.parse(await execute(process.execPath, ['main.js'], this.folder));
  }
}
