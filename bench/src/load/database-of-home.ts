import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Address of the database that a platform keeps in its home. */
export async function getDatabase(home: string): Promise<string> {
  const secret = (await readFile(join(home, 'keys', 'postgres.password'), 'utf8')).trim();
  const [, , , port] = (await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return `postgres://packhouse:${encodeURIComponent(secret)}@127.0.0.1:${port}/packhouse`;
}
