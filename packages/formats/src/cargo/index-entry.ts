import type { PublishDependency, PublishMetadata } from './publish-body.ts';

/** One line of a crate's index file. https://doc.rust-lang.org/cargo/reference/registry-index.html#json-schema */
export interface IndexEntry {
  name: string;
  vers: string;
  deps: IndexDependency[];
  cksum: string;
  features: Record<string, string[]>;
  features2?: Record<string, string[]>;
  yanked: boolean;
  /** When it was published, where its registry says so. */
  pubtime?: string;
  links?: string | null;
  rust_version?: string | null;
  v?: number;
}

interface IndexDependency {
  name: string;
  req: string;
  features: string[];
  optional: boolean;
  default_features: boolean;
  target: string | null;
  kind: string;
  registry: string | null;
  package: string | null;
}

/** The publish call and the index spell a renamed dependency differently: there the real name comes first, here the name in use. */
function indexDependency(one: PublishDependency): IndexDependency {
  return {
    name: one.explicit_name_in_toml ?? one.name,
    req: one.version_req,
    features: one.features,
    optional: one.optional,
    default_features: one.default_features,
    target: one.target ?? null,
    kind: one.kind,
    registry: one.registry ?? null,
    package: one.explicit_name_in_toml ? one.name : null,
  };
}

/** Features that old clients cannot read go into `features2`. */
function splitFeatures(features: Record<string, string[]>): Pick<IndexEntry, 'features' | 'features2' | 'v'> {
  const isNew = (values: string[]) => values.some((value) => value.startsWith('dep:') || value.includes('?/'));
  const entries = Object.entries(features);
  if (!entries.some(([, values]) => isNew(values))) return { features };
  return {
    features: Object.fromEntries(entries.filter(([, values]) => !isNew(values))),
    features2: Object.fromEntries(entries.filter(([, values]) => isNew(values))),
    v: 2,
  };
}

export function indexEntry(metadata: PublishMetadata, sha256: string): IndexEntry {
  return {
    name: metadata.name,
    vers: metadata.vers,
    deps: metadata.deps.map(indexDependency),
    cksum: sha256,
    ...splitFeatures(metadata.features ?? {}),
    yanked: false,
    links: metadata.links ?? null,
    ...(metadata.rust_version ? { rust_version: metadata.rust_version } : {}),
  };
}

/** Where a crate's lines are, by its lower-case name. https://doc.rust-lang.org/cargo/reference/registry-index.html#index-files */
export function indexPath(crate: string): string {
  const name = crate.toLowerCase();
  if (name.length <= 2) return `${name.length}/${name}`;
  return name.length === 3 ? `3/${name[0]}/${name}` : `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}
