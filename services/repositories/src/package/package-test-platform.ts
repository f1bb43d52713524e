import { createHash } from 'node:crypto';
import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageFacts } from '@packhouse/formats/format.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import type { Kysely } from 'kysely';
import type { RepositoriesSchema } from '../schema.ts';
import { repositoriesService } from '../service.ts';

/** One artifact for a test, with the rows that hang on it. */
export interface SeededFile {
  repository: string;
  path: string;
  package?: string;
  version?: string;
  facts?: PackageFacts;
  lead?: boolean;
  size?: number;
  downloads?: number;
  createdBy?: string;
  createdAt?: string;
  pointers?: Record<string, string>;
  properties?: Record<string, string[]>;
}

export interface PackageTestPlatform extends TestPlatform {
  db: Kysely<RepositoriesSchema>;
  repository(key: string, format: FormatId, kind?: RepositoryClass, members?: readonly string[]): Promise<void>;
  file(file: SeededFile): Promise<void>;
}

/** The repositories service on rows that the test writes itself, so that every kind of package is at hand in any format. */
export async function startPackagePlatform(options: Pick<TestPlatformOptions, 'actors' | 'anonymous'> = {}): Promise<PackageTestPlatform> {
  const started = await startTestPlatform({ ...options, services: [repositoriesService] });
  const db = openDatabase<RepositoriesSchema>(started.databaseUrl, 'repositories', { connections: 2 });
  return {
    ...started,
    db,
    repository: (...given) => seedRepository(db, ...given),
    file: (file) => seedFile(db, file),
    async stop() {
      await db.destroy();
      await started.stop();
    },
  };
}

async function seedRepository(db: Kysely<RepositoriesSchema>, key: string, format: FormatId, kind: RepositoryClass = 'local', members: readonly string[] = []) {
  const settings = JSON.stringify(kind === 'remote' ? { url: 'https://upstream.example.test' } : {});
  const { id } = await db.insertInto('repository').values({ key, class: kind, format, settings }).returning('id').executeTakeFirstOrThrow();
  for (const [position, member] of members.entries())
    await db
      .insertInto('repository_member')
      .values((eb) => ({ virtual_id: id, member_id: eb.selectFrom('repository').select('id').where('key', '=', member), position }))
      .execute();
}

async function getVersion(db: Kysely<RepositoriesSchema>, repositoryId: number, file: SeededFile): Promise<number | null> {
  if (file.package === undefined || file.version === undefined) return null;
  const at = file.createdAt === undefined ? {} : { created_at: new Date(file.createdAt), modified_at: new Date(file.createdAt) };
  const pointers = JSON.stringify(file.pointers ?? {});
  const { id } = await db
    .insertInto('package')
    .values({ repository_id: repositoryId, name: file.package, pointers, ...at })
    .onConflict((conflict) => conflict.columns(['repository_id', 'name']).doUpdateSet(file.pointers ? { pointers } : { repository_id: repositoryId }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = await db
    .insertInto('version')
    .values({ package_id: id, version: file.version, facts: JSON.stringify(file.facts ?? {}), ...at })
    .onConflict((conflict) => conflict.columns(['package_id', 'version']).doUpdateSet({ package_id: id }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return version.id;
}

async function seedFile(db: Kysely<RepositoriesSchema>, file: SeededFile): Promise<void> {
  const { id } = await db.selectFrom('repository').select('id').where('key', '=', file.repository).executeTakeFirstOrThrow();
  const digest = (algorithm: string) => createHash(algorithm).update(`${file.repository}/${file.path}`).digest('hex');
  const sha256 = digest('sha256');
  const size = file.size ?? 100;
  await db
    .insertInto('blob')
    .values({ sha256, sha1: digest('sha1'), md5: digest('md5'), sha512: null, size, condemned_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const slash = file.path.lastIndexOf('/');
  const artifact = await db
    .insertInto('artifact')
    .values({
      repository_id: id,
      path: file.path,
      folder: slash < 0 ? '' : file.path.slice(0, slash),
      name: file.path.slice(slash + 1),
      sha256,
      version_id: await getVersion(db, id, file),
      lead: file.lead ?? file.package !== undefined,
      created_by: file.createdBy ?? 'admin',
      modified_by: file.createdBy ?? 'admin',
      download_count: file.downloads ?? 0,
      last_downloaded_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [key, values] of Object.entries(file.properties ?? {}))
    for (const value of values) await db.insertInto('property').values({ artifact_id: artifact.id, key, value }).execute();
}
