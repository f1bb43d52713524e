import { readdir, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;
/** Small on purpose: a laptop runs this beside everything else. */
const least = 64;

/** Bytes of all that is stored in the databases of a cluster. */
async function measureStored(folder: string): Promise<number> {
  const files = await readdir(join(folder, 'base'), { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Bytes of memory that this process and its children may take. */
function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * How many mebibytes of pages the embedded PostgreSQL keeps: an eighth of what is stored, at least 64 and at most a sixteenth of the memory. What it does not keep itself it reads from the
 * system's cache with a call for each page, which is most of the time of looking up thousands of rows among millions.
 * https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-SHARED-BUFFERS
 */
export async function computeSharedBuffers(folder: string, memory = availableMemory()): Promise<number> {
  const wanted = (await measureStored(folder)) / 8 / mebibyte;
  return Math.round(Math.max(least, Math.min(wanted, memory / 16 / mebibyte)));
}
