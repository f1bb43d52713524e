import type { OfferRules } from '../offers.ts';
import { projectWant } from './pypi-names.ts';
import type { SimpleFile, SimpleIndex } from './simple-index.ts';

const noVersion = 'other';
const readName = ({ version, name }: SimpleFile) => ({ key: name, version: version ?? noVersion });

/** Each file is judged by itself, for a file may join a version years after it. https://peps.python.org/pep-0700/ */
export const offers: OfferRules<SimpleIndex> = {
  listing: (name) => projectWant(name),
  read: (index) =>
    'project' in index
      ? index.project.files.map((file) => ({
          ...readName(file),
          published: file.uploadTime,
          deprecated: file.yanked !== undefined && file.yanked !== false,
          provenance: file.provenance,
        }))
      : [],
  without(index, keys) {
    if (!('project' in index)) return index;
    const files = index.project.files.filter(({ name }) => !keys.has(name));
    const gone = new Set(index.project.files.filter(({ name }) => keys.has(name)).map(({ version }) => version));
    const left = new Set(files.map(({ version }) => version));
    return { project: { ...index.project, files, versions: index.project.versions.filter((version) => !gone.has(version) || left.has(version)) } };
  },
  keyOf: ({ path }) => path.slice(path.lastIndexOf('/') + 1).replace(/\.metadata$/, ''),
};
