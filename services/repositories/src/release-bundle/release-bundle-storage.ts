import { isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import type { ReleaseBundleStorage } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { releaseBundleKeys } from '../keys/release-bundle-keys.ts';
import { packArchive, unpackArchive } from './archive.ts';
import { findFiles } from './find-files.ts';
import { adopt, forgetIncoming, incoming, receive } from './incoming.ts';
import { drop, ensureRepository, keep } from './keep-files.ts';
import { considerPromotion, promote } from './promote-files.ts';
import { createRepositories, missingRepositories, publish } from './publish-files.ts';
import { standing, withdraw } from './withdraw-files.ts';

/** Offers what other services may do with the files of release bundles; whether they may, they have asked. */
export function releaseBundleStorage(context: Context): ReleaseBundleStorage {
  return {
    find: (...asked) => findFiles(context, ...asked),
    repositories: async () =>
      (await context.directory.list())
        .map(({ key }) => key)
        .filter(isReleaseBundleRepository)
        .sort(),
    ensureRepository: (...asked) => ensureRepository(context, ...asked),
    keep: (...asked) => keep(context, ...asked),
    drop: (...asked) => drop(context, ...asked),
    incoming: (...asked) => incoming(context, ...asked),
    adopt: (...asked) => adopt(context, ...asked),
    receive: (...asked) => receive(context, ...asked),
    missingRepositories: (...asked) => missingRepositories(context, ...asked),
    createRepositories: (...asked) => createRepositories(context, ...asked),
    publish: (...asked) => publish(context, ...asked),
    standing: (...asked) => standing(context, ...asked),
    withdraw: (...asked) => withdraw(context, ...asked),
    considerPromotion: (...asked) => considerPromotion(context, ...asked),
    promote: (...asked) => promote(context, ...asked),
    packArchive: (...asked) => packArchive(context, ...asked),
    unpackArchive,
    forgetIncoming: (...asked) => forgetIncoming(context, ...asked),
    ...releaseBundleKeys(context),
  };
}
