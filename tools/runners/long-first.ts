import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, the longest first. A fresh checkout knows only how large files are, and whichever long one begins last leaves cores without work. */
export const long: readonly string[] = [
  'e2e/clients/api/fuzz.test.ts',
  'e2e/platform/rolling-upgrade.test.ts',
  'e2e/clients/maven/maven.test.ts',
  'e2e/clients/storage/flat-memory.test.ts',
  'e2e/platform/two-nodes.test.ts',
  'e2e/clients/conan/conan.test.ts',
  'e2e/clients/vagrant/vagrant.test.ts',
  'e2e/platform/federation-run.test.ts',
  'e2e/clients/pypi/pypi.test.ts',
  'e2e/clients/api/generated.test.ts',
  'e2e/platform/listings-run.test.ts',
  'e2e/platform/killed-report.test.ts',
  'e2e/clients/conan/conan-revisions.test.ts',
  'e2e/platform/away-store.test.ts',
  'e2e/platform/week-apart.test.ts',
  'e2e/clients/gradle/gradle.test.ts',
  'e2e/clients/storage/durability.test.ts',
  'apps/server/src/hidden-paths/hidden-paths.test.ts',
  'services/repositories/src/protocols/engine/fresh-listings.test.ts',
  'apps/server/src/serve.test.ts',
  'apps/server/src/counted-over-time.test.ts',
  'apps/server/src/nodes.test.ts',
  'apps/server/src/backup/backup.test.ts',
  'apps/server/src/pipelines-crash.test.ts',
];

/** Begins with the files that take longest; otherwise as Vitest does. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = long.indexOf(relative(project.config.root, moduleId));
      return place === -1 ? long.length : place;
    };
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.toSorted((one, other) => group(one) - group(other) || rank(one) - rank(other));
  }
}
