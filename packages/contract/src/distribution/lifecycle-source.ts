// Where the files of a release bundle come from, as existing clients say it.
import { z } from 'zod';
import { ReleaseBundleName, ReleaseBundleVersion } from './release-bundle-routes.ts';

const Words = z.string().max(2000);
const sums = /^[0-9a-f]{64}$/i;
const content = {
  aql: z.string().max(100_000).nullish(),
  artifacts: z
    .array(z.strictObject({ path: z.string().min(3).max(2000), sha256: z.string().regex(sums).or(z.literal('')).nullish() }))
    .max(5000)
    .nullish(),
  builds: z
    .array(
      z.strictObject({
        build_name: z.string().min(1).max(500),
        build_number: z.string().min(1).max(500),
        build_repository: Words.nullish(),
        include_dependencies: z.boolean().nullish(),
      }),
    )
    .max(20)
    .nullish(),
  packages: z
    .array(
      z.strictObject({
        package_name: z.string().min(1).max(1000),
        package_version: z.string().min(1).max(1000),
        package_type: z.string().min(1).max(64),
        repository_key: z.string().min(1).max(64),
      }),
    )
    .max(500)
    .nullish(),
  release_bundles: z
    .array(
      z.strictObject({
        release_bundle_name: ReleaseBundleName,
        release_bundle_version: ReleaseBundleVersion,
        project: Words.nullish(),
        project_key: Words.nullish(),
        repository_key: Words.nullish(),
      }),
    )
    .max(20)
    .nullish(),
};
export const SourceType = z.enum(['aql', 'artifacts', 'builds', 'packages', 'release_bundles']);
export const Content = z.strictObject(content);
export const LifecycleSource = z.strictObject({ source_type: SourceType, ...content });
export type LifecycleSource = z.output<typeof LifecycleSource>;
