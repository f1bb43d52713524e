import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { formatIds, repositoryClasses } from './format-ids.ts';
import { ProjectFilter } from './project-filter.ts';
import { artifactSearchTypes, filterNames } from './search-query.ts';

const ui = `${prefixes.consoleApi}/ui`;

const text = z.string().max(300).optional();
const list = z.array(z.string().max(300)).max(100).optional();

/** These narrow a search; its answer names those that it could not use. */
export const SearchFiltersInput = z.strictObject({
  packageTypes: list,
  repositories: list,
  description: text,
  checksum: text,
  cve: text,
  licenses: list,
  severities: list,
  properties: z.record(z.string().min(1).max(300), z.array(z.string().max(2400)).max(50)).optional(),
  /** Changed before this day began, in UTC. */
  before: z.iso.date().optional(),
  /** Changed on this day or later, in UTC. */
  after: z.iso.date().optional(),
  propertySets: list,
  searchType: text,
  isChecksum: z.boolean().optional(),
  /** Folder; `*` and `?` stand for others. */
  path: z.string().max(1100).optional(),
  excludeInnerClasses: z.boolean().optional(),
  searchClassOnly: z.boolean().optional(),
  pkgType: text,
  packageQuery: text,
  version: text,
  tags: list,
  scope: text,
  branch: text,
});

/** The search model: a name and filters. */
export const SearchModelInput = z.strictObject({ name: z.string().max(300).default(''), filters: SearchFiltersInput.default({}) });
export type SearchModelInput = z.output<typeof SearchModelInput>;

/** Filters that could not be used: those that do not belong to the search narrowed nothing; by those that nobody here can judge, nothing was found. */
export const UnusedFilters = z.array(z.enum(filterNames));

export const FoundArtifact = z.object({
  /** `<key>-cache` for what a remote repository has stored. */
  repoKey: z.string(),
  path: z.string(),
  name: z.string(),
  class: z.enum(repositoryClasses),
  format: z.enum(formatIds),
  size: z.number().int(),
  modifiedAt: z.iso.datetime(),
  /** This was found inside it, when archives were searched. */
  entry: z.string().optional(),
});
export type FoundArtifact = z.output<typeof FoundArtifact>;

export const searchArtifacts = route('searchArtifacts', {
  summary: 'Artifacts that fit a search and that the caller may read, the last changed first',
  method: 'POST',
  url: `${ui}/artifactsearch/:searchType`,
  access: 'visitor',
  params: z.object({ searchType: z.enum(artifactSearchTypes) }),
  query: z.object({
    after: z.string().max(2000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    projectKey: ProjectFilter,
  }),
  body: SearchModelInput,
  reply: z.object({ items: z.array(FoundArtifact), next: z.string().nullable(), unused: UnusedFilters }),
  status: 200,
});

export const searchSuggestions = route('searchSuggestions', {
  summary: 'What a few letters may mean: packages, artifacts, builds and repositories the caller may read',
  method: 'GET',
  url: `${ui}/search/suggestions`,
  access: 'visitor',
  query: z.object({ text: z.string().trim().min(1).max(200), limit: z.coerce.number().int().min(1).max(20).default(5), projectKey: ProjectFilter }),
  reply: z.object({
    packages: z.array(z.object({ id: z.string(), name: z.string(), format: z.enum(formatIds) })),
    artifacts: z.array(FoundArtifact),
    builds: z.array(z.object({ name: z.string(), repository: z.string() })),
    repositories: z.array(z.object({ key: z.string(), class: z.enum(repositoryClasses), format: z.enum(formatIds) })),
  }),
});
