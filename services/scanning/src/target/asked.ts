import { formats } from '@packhouse/formats/formats.ts';
import type { FoundComponent } from '../component/component.ts';
import { findEcosystem, libraryComponent } from '../component/ecosystem.ts';
import type { Context } from '../context.ts';
import type { TargetRow } from './target.ts';

/** More than any package asks for. */
const most = 5000;
/** What a package says of itself stands nowhere in particular. */
const place = 'dependencies';

/** What comes with a package whenever it is used: those of its dependencies that leave no choice of a version. */
export async function readAsked({ peers }: Pick<Context, 'peers'>, { format, repository, path }: TargetRow): Promise<FoundComponent[]> {
  const { exactVersion } = formats.find(({ id }) => id === format) ?? {};
  const ecosystem = findEcosystem(format);
  if (!exactVersion || ecosystem === undefined) return [];
  const asked = (await peers.contents?.dependencies(repository, path)) ?? [];
  return asked.slice(0, most).flatMap(({ name, requirement, scope }) => {
    const version = scope === 'runtime' ? exactVersion(requirement) : undefined;
    return version === undefined || name === '' ? [] : [{ component: libraryComponent(ecosystem, name.slice(0, 300), version.slice(0, 100)), location: place }];
  });
}
