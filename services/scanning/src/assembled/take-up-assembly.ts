import { deleteAssembly, upsertAssembly } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';

type Asking = Pick<Context, 'db' | 'peers'>;

/** Writes what a run of a build consists of, as far as its document names content; nothing of it stays where the run is gone. */
export async function takeUpBuild({ db, peers }: Asking, repository: string, path: string): Promise<void> {
  // Where nobody can be asked, what is known stays.
  if (!peers.builds) return;
  const build = await peers.builds.at(repository, path);
  if (!build) return deleteAssembly(db, repository, path);
  const parts = [...new Set(build.files.flatMap(({ sha256 }) => sha256 ?? []))];
  await db.transaction().execute((tx) => upsertAssembly(tx, { kind: 'build', repository, path, name: build.name, version: build.number, parts }));
}

/** Writes what a version of a release bundle consists of; nothing of it stays where it is gone. `repository` is where it was kept last. */
export async function takeUpReleaseBundle(
  { db, peers }: Asking,
  repository: string | undefined,
  { name, version }: { name: string; version: string },
): Promise<void> {
  if (!peers.releaseBundleDirectory) return;
  const path = `${name}/${version}`;
  const bundle = await peers.releaseBundleDirectory.contents(name, version);
  if (repository !== undefined && bundle?.repository !== repository) await deleteAssembly(db, repository, path);
  if (!bundle) return;
  await db
    .transaction()
    .execute((tx) => upsertAssembly(tx, { kind: 'releaseBundle', repository: bundle.repository, path, name, version, parts: bundle.contents }));
}
