import { query } from '@packhouse/console-kit/console-kit.ts';
import { filterReleaseBundles } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { buildRepositorySuffix, commonBuildRepository } from '@packhouse/contract/repository-keys.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import type { FindChoices } from '@packhouse/ui/form/search-box.tsx';
import { useQuery } from '@tanstack/react-query';

const limit = 30;

/** Local and remote repositories: those of a project, where there is one. */
function findRepositories(project: string): FindChoices {
  return function useRepositories(search, open) {
    const asked = { limit, ...(search === '' ? {} : { search }), ...(project === '' ? {} : { projectKey: project }) };
    const { data } = useQuery({ ...query(listRepositories, { query: asked }), enabled: open });
    return data?.items.filter((one) => one.class !== 'virtual').map(({ key, format }) => ({ value: key, hint: `${key} · ${getFormatTitle(format)}` }));
  };
}

/** Builds of a project, or those of none. */
function findBuilds(project: string): FindChoices {
  const repository = project === '' ? commonBuildRepository : `${project}${buildRepositorySuffix}`;
  return function useBuilds(search, open) {
    const { data } = useQuery({ ...query(listBuilds, { query: { limit, repository, ...(search === '' ? {} : { name: search }) } }), enabled: open });
    return data?.items.map(({ name }) => ({ value: name }));
  };
}

const useReleaseBundles: FindChoices = (search, open) => {
  const { data } = useQuery({ ...query(filterReleaseBundles, { body: { includePatterns: [`*${search}*`], excludePatterns: [] } }), enabled: open });
  return data?.bundles.slice(0, limit).map((value) => ({ value }));
};

/** They are told by their names: each integration has a list of its own. */
const useNothing: FindChoices = () => [];

const useProjects: FindChoices = (search, open) => {
  const { data } = useQuery({ ...query(listProjects, {}), enabled: open });
  const words = search.toLowerCase();
  return data?.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(words)).map(({ key, name }) => ({ value: key, hint: name }));
};

/** What a watch of a project, or of none (''), can look at by name, and how it is found. */
export const findPlaces = {
  some: findRepositories,
  project: () => useProjects,
  someBuilds: findBuilds,
  someBundles: () => useReleaseBundles,
  someSources: () => useNothing,
} as const;
