import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MountedRoom, openMountedRoom } from '../mounted-room.ts';

/** apt and dpkg with settings, lists and database of their own. */
export async function openAptRoom(path: string): Promise<MountedRoom> {
  const settings = ['keyrings', 'sources.list.d', 'auth.conf.d', 'trusted.gpg.d', 'preferences.d', 'apt.conf.d'].map((name) => `etc/apt/${name}`);
  const data = ['var/lib/apt/lists/partial', 'var/cache/apt/archives/partial', 'var/lib/dpkg/info', 'var/lib/dpkg/updates', 'installed'];
  const room = await openMountedRoom(path, ['etc/apt', 'var/lib/apt', 'var/cache/apt', 'var/lib/dpkg', 'var/log/apt'], [...settings, ...data]);
  await writeFile(join(path, 'var/lib/dpkg/status'), '');
  await writeFile(
    join(path, 'etc/apt/apt.conf.d/room'),
    `APT::Sandbox::User "root";\nDPkg::Options { "--instdir=${join(path, 'installed')}"; };\nAPT::Install-Recommends "false";\nAcquire::Retries "0";\n`,
  );
  return room;
}
