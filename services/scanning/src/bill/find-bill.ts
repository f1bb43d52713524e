import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type BuildRef, needBuild } from '../build/build-scan.ts';
import type { Context } from '../context.ts';
import { type Bill, makeBill } from './bill.ts';

/** What a run of a build made and used. @throws AppError `not_found` */
export async function findBuildBill(context: Context, actor: Actor, ref: BuildRef): Promise<Bill> {
  const build = await needBuild(context, actor, ref);
  const files = build.files.map(({ type, name, sha1, sha256 }) => ({
    name,
    id: `${type ?? ''}://${name}`,
    sha1: sha1 ?? undefined,
    sha256: sha256 ?? undefined,
  }));
  return makeBill(context, actor, { kind: 'build', name: build.name, version: build.number, at: build.startedAt }, files);
}

/** The files of a version of a release bundle. @throws AppError `not_found` */
export async function findReleaseBundleBill(context: Context, actor: Actor, { name, version }: { name: string; version: string }): Promise<Bill> {
  const bundle = await context.peers.releaseBundleFiles?.(actor, { name, version });
  if (!bundle) throw new AppError(scanningWords.bundle_not_readable, { name, version });
  const files = bundle.files.map(({ repository, path, sha256 }) => ({ name: `${repository}/${path}`, sha256 }));
  return makeBill(context, actor, { kind: 'release bundle', name, version, at: bundle.createdAt }, files);
}
