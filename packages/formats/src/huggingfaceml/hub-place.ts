import type { Location } from '../format.ts';

/** The hub keeps these apart; each has names of its own. */
export const kinds = ['models', 'datasets', 'spaces'] as const;
export type HubKind = (typeof kinds)[number];

/** One model, dataset or space: `namespace/name`, or the name alone of the oldest ones. */
export interface HubPlace {
  kind: HubKind;
  id: string;
}

/** A file of a revision. */
export interface HubFilePlace extends HubPlace {
  revision: string;
  file: string;
}

/** Is written with each revision, and stands for it. No file of that name can be committed. */
export const leadFile = '.revision.json';
/** Stands for the namespace of what has none. */
const noNamespace = '_';
const longestPath = 1000;

const word = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,95}$/;
const reserved = new Set<string>([...kinds, 'api', noNamespace]);
const isWord = (text: string) => word.test(text) && !/--|\.\.|[.-]$|\.git$/.test(text);

export const isRevision = (text: string) => /^[0-9a-f]{40}$/.test(text);
/** Names of branches and tags. */
export const isName = (text: string) => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/.test(text) && !isRevision(text) && text !== 'refs';

/** https://huggingface.co/docs/huggingface_hub/package_reference/utilities#huggingface_hub.utils.validate_repo_id */
export function isId(id: string): boolean {
  const parts = id.split('/');
  return parts.length <= 2 && parts.every(isWord) && !reserved.has(parts[0]!);
}

/** Models are called by their name alone, as they are everywhere; so they are in addresses of the hub, before a file or a page. */
export const getPackage = ({ kind, id }: HubPlace) => (kind === 'models' ? id : `${kind}/${id}`);

/** The model, dataset or space that a package is. */
export function readPackage(name: string): HubPlace {
  const found = /^(datasets|spaces)\/(.+)$/s.exec(name);
  return found ? { kind: found[1] as HubKind, id: found[2]! } : { kind: 'models', id: name };
}

export function getFolder({ kind, id }: HubPlace): string {
  return `${kind}/${id.includes('/') ? id : `${noNamespace}/${id}`}`;
}

/** What is uploaded waits here for the commit that puts it in its place. */
export const getUploadPath = (place: HubPlace, oid: string) => `${getFolder(place)}/.upload-${oid}`;

const stored = /^(?<kind>models|datasets|spaces)\/(?<namespace>[^/]+)\/(?<name>[^/]+)\/(?<revision>[0-9a-f]{40})\/(?<file>.+)$/s;

export function readStored(path: string): HubFilePlace | undefined {
  const groups = stored.exec(path)?.groups;
  if (!groups) return undefined;
  const { kind, namespace, name, revision = '', file = '' } = groups;
  const id = namespace === noNamespace ? name! : `${namespace}/${name}`;
  return isId(id) && isFile(file) ? { kind: kind as HubKind, id, revision, file } : undefined;
}

/** A path that names a file below a folder, and nothing else. */
export function isFile(path: string): boolean {
  if (path.length > longestPath || /[\p{Cc}\\]/u.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Where no commit of ours came from there is no lead file; then the model card stands for the revision. */
export function locate(path: string): Location | undefined {
  const place = readStored(path);
  return place && { package: getPackage(place), version: place.revision, lead: place.file === leadFile || place.file === 'README.md' };
}
