import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives folders back the rights that it takes to empty them; links stay what they are. */
async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) if (entry.isDirectory()) await unlock(join(folder, entry.name));
}

/** Takes a folder away with all that a command, which has ended, left in it: folders that nobody may read as well. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await unlock(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
