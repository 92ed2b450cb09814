import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** A user of this machine without any right of root. */
export interface OrdinaryUser {
  name: string;
  uid: number;
  gid: number;
  /** Gives them a folder with all that is in it, and not what its links lead to. */
  own(folder: string): void;
  remove(): void;
}

/** Whoever runs the tests where that is not root, else one made for them; null where none can be made. */
export function anOrdinaryUser(): OrdinaryUser | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return null;
  const nothing = (): void => undefined;
  if (uid !== 0) return { name: `${uid}`, uid, gid, own: nothing, remove: nothing };
  const name = `directory-${randomBytes(4).toString('hex')}`;
  const argv = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name];
  if (spawnSync('useradd', argv, { stdio: 'ignore' }).status !== 0) return null;
  const idOf = (of: string): number => Number(spawnSync('id', [of, name], { encoding: 'utf8' }).stdout);
  return {
    name,
    uid: idOf('-u'),
    gid: idOf('-g'),
    own: (folder) => void spawnSync('chown', ['-hR', `${name}:${name}`, folder]),
    remove: () => void spawnSync('userdel', [name], { stdio: 'ignore' }),
  };
}
