import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { FilesVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type BuildRef, needBuild } from '../build/build-scan.ts';
import type { Context } from '../context.ts';
import { type Bill, makeBill, type NamedFile } from './bill.ts';
import { judgeFiles } from './judge-files.ts';

/** Several files under one name. */
interface Gathered {
  about: Pick<Bill, 'kind' | 'name' | 'version' | 'at'>;
  files: NamedFile[];
}

async function gatherBuild(context: Context, actor: Actor, ref: BuildRef): Promise<Gathered> {
  const build = await needBuild(context, actor, ref);
  const files = build.files.map(({ type, name, sha1, sha256 }) => ({
    name,
    id: `${type ?? ''}://${name}`,
    sha1: sha1 ?? undefined,
    sha256: sha256 ?? undefined,
  }));
  return { about: { kind: 'build', name: build.name, version: build.number, at: build.startedAt }, files };
}

async function gatherReleaseBundle(context: Context, actor: Actor, { name, version }: { name: string; version: string }): Promise<Gathered> {
  const bundle = await context.peers.releaseBundleFiles?.(actor, { name, version });
  if (!bundle) throw new AppError(scanningWords.bundle_not_readable, { name, version });
  const files = bundle.files.map(({ repository, path, sha256 }) => ({ name: `${repository}/${path}`, sha256 }));
  return { about: { kind: 'release bundle', name, version, at: bundle.createdAt }, files };
}

/** What a run of a build made and used. @throws AppError `not_found` */
export async function findBuildBill(context: Context, actor: Actor, ref: BuildRef): Promise<Bill> {
  const { about, files } = await gatherBuild(context, actor, ref);
  return makeBill(context, actor, about, files);
}

/** The files of a version of a release bundle. @throws AppError `not_found` */
export async function findReleaseBundleBill(context: Context, actor: Actor, ref: { name: string; version: string }): Promise<Bill> {
  const { about, files } = await gatherReleaseBundle(context, actor, ref);
  return makeBill(context, actor, about, files);
}

/** What is known to be vulnerable in what a run of a build made and used. @throws AppError `not_found`, `too_large` */
export const judgeBuildFiles = async (context: Context, actor: Actor, ref: BuildRef): Promise<FilesVerdict> =>
  judgeFiles(context, actor, (await gatherBuild(context, actor, ref)).files);

/** What is known to be vulnerable in the files of a version of a release bundle. @throws AppError `not_found`, `too_large` */
export const judgeReleaseBundleFiles = async (context: Context, actor: Actor, ref: { name: string; version: string }): Promise<FilesVerdict> =>
  judgeFiles(context, actor, (await gatherReleaseBundle(context, actor, ref)).files);
