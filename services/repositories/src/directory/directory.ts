import { constants } from '@packhouse/contract/constants.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { LocalSettings, RemoteSettings, VirtualSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { type PlacedRepository, type Resource, repositoryResource, type Sharing } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Db, RepositoriesSchema, RepositoryRow } from '../schema.ts';
import { withoutCredentials } from './adopt-credentials.ts';
import { selectMembers, selectRepositories, selectRepositoryByKey } from './directory-queries.ts';

interface Shared {
  id: number;
  key: string;
  format: FormatId;
  description: string;
  /** Project it belongs to, and the environments it is in there. */
  projectKey: string | undefined;
  environments: readonly string[];
  /** Projects that use it besides; undefined where there are none. */
  sharing: Sharing | undefined;
  /** Another one with every change, and never one that any repository has had. */
  revision: number;
  createdAt: Date;
  modifiedAt: Date;
}
export interface LocalRepository extends Shared {
  class: 'local';
  settings: LocalSettings;
}
export interface RemoteRepository extends Shared {
  class: 'remote';
  settings: RemoteSettings;
  /** Still encrypted. */
  password: string | undefined;
  /** Values of the sensitive headers, still encrypted. */
  secretHeaders: string | undefined;
}
export interface VirtualRepository extends Shared {
  class: 'virtual';
  settings: VirtualSettings;
  /** Ids of the members, in order. */
  members: readonly number[];
}
export type Repository = LocalRepository | RemoteRepository | VirtualRepository;
export type StoringRepository = LocalRepository | RemoteRepository;

const { cacheSuffix } = constants;

/** The repositories as every request sees them: in memory, read again when one changes. */
export interface Directory {
  find(key: string): Promise<Repository | undefined>;
  /** @throws AppError `repository_not_found` */
  need(key: string): Promise<Repository>;
  byId(id: number): Promise<Repository | undefined>;
  list(): Promise<readonly Repository[]>;
  /** Gives what was read last, without asking the database. */
  peek(key: string): Repository | undefined;
  /** Knows `<key>-cache` too: only what a remote repository has stored. */
  resolve(key: string): Promise<{ repository: Repository; cacheOnly: boolean } | undefined>;
  /** Members with nested virtuals replaced by theirs, each once, in order. */
  flatten(repository: VirtualRepository): Promise<readonly StoringRepository[]>;
  forget(): void;
  /** Reads the repositories again where the database has others than are known here; answers whether it had. The message of another process may still be under way. */
  renew(): Promise<boolean>;
}

interface Snapshot {
  /** What is here is at least as new. */
  revision: number;
  byKey: Map<string, Repository>;
  byId: Map<number, Repository>;
  flat: Map<number, readonly StoringRepository[]>;
}

/** With whom a repository is shared, as its row says. */
export function parseSharing(row: Pick<RepositoryRow, 'shared_with' | 'shared_with_all' | 'shared_read_only'>): Sharing | undefined {
  const { shared_with: projects, shared_with_all: isForAll, shared_read_only: readOnly } = row;
  if (!isForAll && projects.length === 0) return undefined;
  return { projects: isForAll ? 'all' : projects, readOnly };
}

/** Settings as they stand in the database, with today's defaults for what they do not say. */
function parseRepository(row: RepositoryRow, members: readonly number[]): Repository {
  const shared = {
    id: row.id,
    key: row.key,
    format: row.format,
    description: row.description,
    projectKey: row.project_key ?? undefined,
    environments: row.environments,
    sharing: parseSharing(row),
    revision: row.revision,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
  if (row.class === 'local') return { ...shared, class: 'local', settings: LocalSettings.parse(row.settings) };
  if (row.class === 'virtual') return { ...shared, class: 'virtual', settings: VirtualSettings.parse(row.settings), members };
  const { password, secretHeaders, url } = row.settings;
  // An older version that still runs beside this one takes addresses that would be refused here; one of them must not hide all repositories.
  const settings = RemoteSettings.parse({ ...row.settings, ...(typeof url === 'string' ? { url: withoutCredentials(url) } : {}) });
  const getSecret = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { ...shared, class: 'remote', settings, password: getSecret(password), secretHeaders: getSecret(secretHeaders) };
}

/** The repository of a row as this transaction sees it. */
export async function readRepository(tx: Transaction<RepositoriesSchema>, row: RepositoryRow): Promise<Repository> {
  const members = row.class === 'virtual' ? await selectMembers(tx) : [];
  return parseRepository(
    row,
    members.filter((member) => member.virtual_id === row.id).map((member) => member.member_id),
  );
}

/** Is the repository `target` among the members of `from`, or of one of its members? */
export async function reaches(tx: Transaction<RepositoriesSchema>, from: number, target: number): Promise<boolean> {
  const members = Map.groupBy(await selectMembers(tx), (row) => row.virtual_id);
  const seen = new Set<number>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === target) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(members.get(id) ?? []).map((row) => row.member_id));
  }
  return false;
}

async function loadSnapshot(db: Db, readRevision: () => Promise<number>): Promise<Snapshot> {
  // First, so that what changes meanwhile is noticed.
  const revision = await readRevision();
  const [rows, members] = await Promise.all([selectRepositories(db), selectMembers(db)]);
  const byVirtual = Map.groupBy(members, (member) => member.virtual_id);
  const snapshot: Snapshot = { revision, byKey: new Map(), byId: new Map(), flat: new Map() };
  for (const row of rows) {
    const repository = parseRepository(
      row,
      (byVirtual.get(row.id) ?? []).map((member) => member.member_id),
    );
    snapshot.byKey.set(row.key, repository);
    snapshot.byId.set(row.id, repository);
  }
  return snapshot;
}

function flatten(snapshot: Snapshot, repository: VirtualRepository, seen = new Set<number>()): StoringRepository[] {
  seen.add(repository.id);
  const found: StoringRepository[] = [];
  for (const id of repository.members) {
    if (seen.has(id)) continue;
    const member = snapshot.byId.get(id);
    if (!member) continue;
    if (member.class === 'virtual') found.push(...flatten(snapshot, member, seen));
    else {
      seen.add(id);
      found.push(member);
    }
  }
  return found;
}

/** The last snapshot, read again when it is forgotten or has been outrun. */
function openSnapshots(db: Db, readRevision: () => Promise<number>) {
  let current: Promise<Snapshot> | undefined;
  let last: Snapshot | undefined;
  const snapshot = () => {
    current ??= loadSnapshot(db, readRevision).then(
      (loaded) => {
        last = loaded;
        return loaded;
      },
      (error) => {
        current = undefined;
        throw error;
      },
    );
    return current;
  };
  return {
    snapshot,
    peek: () => last,
    forget() {
      current = undefined;
    },
    async renew() {
      const asked = snapshot();
      const [known, revision] = await Promise.all([asked, readRevision()]);
      if (known.revision >= revision) return false;
      if (current === asked) current = undefined;
      await snapshot();
      return true;
    },
  };
}

export function openDirectory(db: Db, readRevision: () => Promise<number>): Directory {
  const { snapshot, peek, forget, renew } = openSnapshots(db, readRevision);
  async function find(key: string): Promise<Repository | undefined> {
    const known = (await snapshot()).byKey.get(key);
    if (known) return known;
    // Another process may have made it a moment ago; its message can still be under way.
    if (!(await selectRepositoryByKey(db, key))) return undefined;
    forget();
    return (await snapshot()).byKey.get(key);
  }
  return {
    find,
    async need(key) {
      const repository = await find(key);
      if (!repository) throw new AppError(sharedWords.repository_missing, { key });
      return repository;
    },
    byId: async (id) => (await snapshot()).byId.get(id),
    list: async () => [...(await snapshot()).byKey.values()],
    peek: (key) => peek()?.byKey.get(key),
    async resolve(key) {
      const known = (await snapshot()).byKey.get(key);
      if (known) return { repository: known, cacheOnly: false };
      if (key.endsWith(cacheSuffix)) {
        const repository = await find(key.slice(0, -cacheSuffix.length));
        return repository?.class === 'remote' ? { repository, cacheOnly: true } : undefined;
      }
      const repository = await find(key);
      return repository && { repository, cacheOnly: false };
    },
    async flatten(repository) {
      const now = await snapshot();
      const known = now.flat.get(repository.id);
      if (known && now.byId.get(repository.id) === repository) return known;
      const members = flatten(now, repository);
      now.flat.set(repository.id, members);
      return members;
    },
    forget,
    renew,
  };
}

/** Tells what a place in a repository is to permissions. */
export function readResource(repository: PlacedRepository & { class: RepositoryClass }, path?: string): Resource {
  return repositoryResource(repository, path);
}
