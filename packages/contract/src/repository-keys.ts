/** Keys of repositories that hold documents of builds end in this. */
export const buildRepositorySuffix = '-build-info';

/** It holds documents of the builds that are of no project. */
export const commonBuildRepository = `artifactory${buildRepositorySuffix}`;

/** Such a repository holds documents of builds: permissions on builds decide about it, not those on repositories. */
export function isBuildRepository(key: string): boolean {
  return key.endsWith(buildRepositorySuffix);
}

/** Key of the project whose builds a repository of builds holds; undefined for those of no project. */
export function findProjectOfBuilds(key: string): string | undefined {
  return key === commonBuildRepository ? undefined : key.slice(0, -buildRepositorySuffix.length);
}

/** Key of the usual distribution repository; keys of others end in it. */
export const releaseBundleRepositoryKey = 'release-bundles';

/** Such a repository keeps the files of release bundles: permissions on release bundles decide about it, not those on repositories. */
export function isReleaseBundleRepository(key: string): boolean {
  return key === releaseBundleRepositoryKey || key.endsWith(`-${releaseBundleRepositoryKey}`);
}
