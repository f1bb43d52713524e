import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import { type FormatId, getCard, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { Repository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type checksumPolicies, type RepositoryChange, RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { words } from '@packhouse/ui/core.ts';

/** The form holds this: texts as they are typed, so that nothing is lost while it is not yet valid. */
export interface RepositoryDraft {
  class: RepositoryClass;
  format: FormatId;
  key: string;
  description: string;
  notes: string;
  /** One pattern a line. */
  includePatterns: string;
  excludePatterns: string;
  priorityResolution: boolean;
  /** One of the kinds of packages that the format has; '' for all. */
  contentKind: string;
  takesMisplaced: boolean;
  handleReleases: boolean;
  handleSnapshots: boolean;
  maxUniqueSnapshots: string;
  quotaMegabytes: string;
  quotaOnlyWarns: boolean;
  acceptIncompleteImages: boolean;
  url: string;
  username: string;
  password: string;
  proxy: string;
  disableProxy: boolean;
  keyPair: string;
  trustedKeys: readonly string[];
  clientTlsCertificate: string;
  officialNamespace: string;
  allowPrivate: boolean;
  offline: boolean;
  storeLocally: boolean;
  metadataSeconds: string;
  pointerSeconds: string;
  missedSeconds: string;
  assumedOfflineSeconds: string;
  timeoutSeconds: string;
  checksumPolicy: (typeof checksumPolicies)[number];
  claims: boolean;
  defaultDeployment: string;
  members: readonly string[];
  /** Of a new repository: the project it is to belong to, '' for none, and its environments there. */
  projectKey: string;
  environments: readonly string[];
}

/** A new repository's draft, with the defaults that suit nearly everybody. */
export function newDraft(repositoryClass: RepositoryClass, format: FormatId): RepositoryDraft {
  return {
    class: repositoryClass,
    format,
    key: '',
    description: '',
    notes: '',
    includePatterns: '**',
    excludePatterns: '',
    priorityResolution: false,
    contentKind: '',
    takesMisplaced: repositoryClass === 'remote',
    handleReleases: true,
    handleSnapshots: true,
    maxUniqueSnapshots: '0',
    quotaMegabytes: '0',
    quotaOnlyWarns: false,
    acceptIncompleteImages: false,
    url: '',
    username: '',
    password: '',
    proxy: '',
    disableProxy: false,
    keyPair: '',
    trustedKeys: [],
    clientTlsCertificate: '',
    officialNamespace: '',
    allowPrivate: false,
    offline: false,
    storeLocally: true,
    metadataSeconds: '600',
    pointerSeconds: '60',
    missedSeconds: '300',
    assumedOfflineSeconds: '30',
    timeoutSeconds: '15',
    checksumPolicy: 'generate',
    claims: true,
    defaultDeployment: '',
    members: [],
    projectKey: '',
    environments: [],
  };
}

/** The draft of a repository that exists; its password is never known here. */
export function makeDraft(repository: Repository): RepositoryDraft {
  const { settings } = repository;
  const draft = newDraft(repository.class, repository.format);
  const known: Partial<Record<keyof RepositoryDraft, unknown>> = {};
  for (const [name, value] of Object.entries(settings)) {
    const field = name as keyof RepositoryDraft;
    if (!(field in draft) || value === undefined) continue;
    known[field] = Array.isArray(value) ? value.join('\n') : typeof value === 'number' ? String(value) : value;
  }
  return {
    ...draft,
    ...(known as Partial<RepositoryDraft>),
    key: repository.key,
    description: repository.description,
    members: repository.class === 'virtual' ? repository.members : [],
    trustedKeys: repository.class === 'remote' ? repository.settings.trustedKeys : [],
  };
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** An empty or mistyped number stays what it is, so that the schema can name the fault. */
const number = (text: string): number | string => (/^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text);
const optional = (text: string) => (text.trim() === '' ? undefined : text.trim());

function commonSettings(draft: RepositoryDraft) {
  const { notes, priorityResolution } = draft;
  // Another format may have been chosen after the kind.
  const contentKind = Object.hasOwn(getCard(draft.format).contentKinds ?? {}, draft.contentKind) ? draft.contentKind : '';
  return { notes, priorityResolution, contentKind, includePatterns: lines(draft.includePatterns), excludePatterns: lines(draft.excludePatterns) };
}

function getSettings(draft: RepositoryDraft): Record<string, unknown> {
  const common = commonSettings(draft);
  if (draft.class === 'local') {
    const { handleReleases, handleSnapshots, takesMisplaced, acceptIncompleteImages, quotaOnlyWarns } = draft;
    const numbers = { maxUniqueSnapshots: number(draft.maxUniqueSnapshots), quotaMegabytes: number(draft.quotaMegabytes) };
    const taken = { handleReleases, handleSnapshots, takesMisplaced, acceptIncompleteImages };
    return { ...common, keyPair: draft.keyPair, ...taken, quotaOnlyWarns, ...numbers };
  }
  if (draft.class === 'virtual') return { ...common, keyPair: draft.keyPair, claims: draft.claims, defaultDeployment: optional(draft.defaultDeployment) };
  const { allowPrivate, offline, storeLocally, checksumPolicy } = draft;
  return {
    ...common,
    url: draft.url.trim(),
    username: draft.username,
    proxy: draft.proxy,
    disableProxy: draft.disableProxy,
    trustedKeys: draft.trustedKeys,
    clientTlsCertificate: draft.clientTlsCertificate,
    officialNamespace: optional(draft.officialNamespace),
    allowPrivate,
    offline,
    storeLocally,
    checksumPolicy,
    takesMisplaced: draft.takesMisplaced,
    metadataSeconds: number(draft.metadataSeconds),
    pointerSeconds: number(draft.pointerSeconds),
    missedSeconds: number(draft.missedSeconds),
    assumedOfflineSeconds: number(draft.assumedOfflineSeconds),
    timeoutSeconds: number(draft.timeoutSeconds),
  };
}

/** The body of the creating call, not yet checked. */
export function getInput(draft: RepositoryDraft): unknown {
  const { key, format, description } = draft;
  return {
    class: draft.class,
    key: key.trim(),
    format,
    description,
    settings: getSettings(draft),
    ...(draft.projectKey === '' ? {} : { projectKey: draft.projectKey, environments: draft.environments }),
    ...(draft.class === 'remote' && draft.password !== '' ? { password: draft.password } : {}),
    ...(draft.class === 'virtual' ? { members: draft.members } : {}),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The body of the changing call: what differs from `known`, so that what others changed meanwhile stays theirs.
 * An untouched password is left alone; `clearPassword` removes it.
 */
export function makeChange(draft: RepositoryDraft, clearPassword: boolean, known: RepositoryDraft): RepositoryChange {
  const before = getSettings(known);
  const settings = Object.entries(getSettings(draft)).filter(([name, value]) => !isSame(value, before[name]));
  return {
    ...(draft.description === known.description ? {} : { description: draft.description }),
    // Without a value a setting would look untouched.
    settings: Object.fromEntries(settings.map(([name, value]) => [name, value ?? null])),
    ...(draft.class === 'remote' && (clearPassword || draft.password !== '') ? { password: clearPassword ? '' : draft.password } : {}),
    ...(draft.class === 'virtual' && !isSame(draft.members, known.members) ? { members: [...draft.members] } : {}),
  };
}

export type DraftProblems = Partial<Record<keyof RepositoryDraft, string>>;

/** The first thing wrong with each field, in the contract's words; empty when the draft can be sent. */
export function makeProblems(draft: RepositoryDraft): DraftProblems {
  const parsed = RepositoryInput.safeParse(getInput(draft));
  if (parsed.success) return {};
  return fieldProblems(parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: words().said(getSaid(issue as Problem)) })));
}

/** The server's field problems under the form's names: `settings.url` is the field `url`. */
export function fieldProblems(problems: readonly { path: string; message: string }[]): DraftProblems {
  const found: DraftProblems = {};
  for (const { path, message } of problems) {
    const [first, second] = path.split('.');
    const field = (first === 'settings' ? second : first) as keyof RepositoryDraft;
    found[field] ??= message;
  }
  return found;
}
