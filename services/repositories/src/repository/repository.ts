import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { type FormatId, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import {
  LocalSettings,
  RemoteSettings,
  type RepositoryChange,
  type RepositoryInput,
  VirtualSettings,
} from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type LocalRepository, type Repository, reaches, readRepository } from '../directory/directory.ts';
import { forgetVerdicts, removeHeads } from '../keys/forget-heads.ts';
import { requireKeys } from '../keys/key-rules.ts';
import type { RepositoriesSchema, RepositoryRow } from '../schema.ts';
import { requireProxy } from '../upstream/proxies.ts';
import { sealHeaders } from '../upstream/secret-headers.ts';
import { changedPlace, checkedPlace } from './place.ts';
import { auditable, recordChange } from './record-change.ts';
import { deleteRepositoryRow, holdsFiles, insertRepository, lockRepository, replaceMembers, selectUsers, updateRepositoryRow } from './repository-queries.ts';
import { requireTrustedUpstream } from './upstream-rules.ts';

type Tx = Transaction<RepositoriesSchema>;

/** Who changes something, for the audit log. */
export interface Changer {
  name: string;
  address: string;
  administrator: boolean;
}

/** @throws AppError `bad_request` for a kind of packages that the format does not have */
function requireContentKind(format: FormatId, kind: unknown): void {
  const { contentKinds = {}, title } = getCard(format);
  if (typeof kind === 'string' && kind !== '' && !Object.hasOwn(contentKinds, kind))
    throw new AppError(storageWords.content_kind_unknown, { format: title, kind });
}

/** Container clients only know lower-case names. */
function requireKeyForFormat(key: string, format: FormatId): void {
  if (getCard(format).lowerCaseKeys && key !== key.toLowerCase()) throw namedFieldRefusal('key', say(repositoryWords.container_key_upper_case));
}

/** Ids of the members, each checked: it exists, has the same format, and does not lead back here. */
async function memberIds(tx: Tx, self: { key: string; id?: number; format: FormatId }, keys: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const key of keys) {
    const member = await lockRepository(tx, key);
    if (!member) throw namedFieldRefusal('members', say(sharedWords.repository_missing, { key }));
    if (member.format !== self.format)
      throw namedFieldRefusal('members', say(repositoryWords.member_of_other_format, { key, format: member.format, wanted: self.format }));
    if (member.key === self.key || (member.class === 'virtual' && self.id !== undefined && (await reaches(tx, member.id, self.id))))
      throw namedFieldRefusal('members', say(repositoryWords.member_leads_back, { key, self: self.key }));
    if (!ids.includes(member.id)) ids.push(member.id);
  }
  return ids;
}

async function requireDefaultDeployment(tx: Tx, settings: VirtualSettings, members: readonly string[]): Promise<void> {
  const { defaultDeployment } = settings;
  if (defaultDeployment === undefined) return;
  if (!members.includes(defaultDeployment)) throw namedFieldRefusal('settings.defaultDeployment', say(repositoryWords.choose_member));
  if ((await lockRepository(tx, defaultDeployment))?.class !== 'local')
    throw namedFieldRefusal('settings.defaultDeployment', say(repositoryWords.choose_local_repository));
}

export async function publishChange(context: Context, tx: Tx, verb: 'created' | 'updated' | 'deleted', row: RepositoryRow): Promise<void> {
  await context.platform.outbox.publish(tx, {
    type: `repository.${verb}`,
    subject: row.key,
    data: {
      repository: row.key,
      class: row.class,
      format: row.format,
      // Who may read it follows from these; they may be known nowhere else yet, or no more.
      ...(row.project_key === null ? {} : { projectKey: row.project_key }),
      environments: row.environments,
    },
  });
}

/** @throws AppError `repository_exists`, `invalid_input` */
export async function createRepository(context: Context, input: RepositoryInput, changer: Changer): Promise<Repository> {
  requireKeyForFormat(input.key, input.format);
  requireContentKind(input.format, input.settings.contentKind);
  const place = await checkedPlace(context, { projectKey: input.projectKey || undefined, environments: input.environments ?? [] });
  const settings: Record<string, unknown> = { ...input.settings };
  if (input.class === 'remote') requireTrustedUpstream(changer, input.settings);
  if (input.class === 'remote') {
    if (input.password) settings.password = context.platform.secrets.encrypt(input.password);
    Object.assign(settings, sealHeaders(context, input.settings));
  }
  await context.db.transaction().execute(async (tx) => {
    if (input.class === 'remote') await requireProxy(tx, input.settings);
    await requireKeys(tx, changer, input.format, input.settings);
    const row = await insertRepository(tx, {
      key: input.key,
      class: input.class,
      format: input.format,
      description: input.description,
      settings: JSON.stringify(settings),
      project_key: place.projectKey ?? null,
      environments: [...place.environments],
      reader_revision: getFormat(input.format).readerRevision ?? 1,
    });
    if (!row) throw new AppError(repositoryWords.repository_exists_already, { key: input.key });
    if (input.class === 'virtual') {
      await replaceMembers(tx, row.id, await memberIds(tx, row, input.members));
      await requireDefaultDeployment(tx, input.settings, input.members);
    }
    await publishChange(context, tx, 'created', row);
    await recordChange(context, tx, 'created', changer, { subject: row.key, after: auditable(await readRepository(tx, row)) });
  });
  return changed(context, input.key);
}

/** The repository that holds documents of builds, made when the first of them comes. */
export async function ensureBuildRepository(context: Context, key: string): Promise<LocalRepository> {
  const known = await context.directory.find(key);
  if (known?.class === 'local') return known;
  if (known || !isBuildRepository(key)) throw new AppError(repositoryWords.repository_holds_no_builds, { key });
  await context.db.transaction().execute(async (tx) => {
    const row = await insertRepository(tx, { key, class: 'local', format: plainFormat, description: 'Documents of builds', settings: '{}' });
    if (row) await publishChange(context, tx, 'created', row);
  });
  context.directory.forget();
  return ensureBuildRepository(context, key);
}

/** A distribution repository, made by an administrator or for the first release bundle that is signed or received. */
export async function ensureReleaseBundleRepository(context: Context, key: string, doer: Changer): Promise<LocalRepository> {
  const known = await context.directory.find(key);
  if (known?.class === 'local') return known;
  if (known || !isReleaseBundleRepository(key))
    throw new AppError(distributionWords.repository_keeps_no_bundles, { repository: key }, { code: 'repository_exists' });
  await context.db.transaction().execute(async (tx) => {
    const row = await insertRepository(tx, { key, class: 'local', format: plainFormat, description: 'Files of release bundles', settings: '{}' });
    // Somebody else may have made it a moment ago.
    if (!row) return;
    await publishChange(context, tx, 'created', row);
    await recordChange(context, tx, 'created', doer, { subject: row.key, after: auditable(await readRepository(tx, row)) });
  });
  return (await changed(context, key)) as LocalRepository;
}

function changed(context: Context, key: string): Promise<Repository> {
  context.directory.forget();
  return context.directory.need(key);
}

const settingsByClass = { local: LocalSettings, remote: RemoteSettings, virtual: VirtualSettings };

function parseSettings(row: RepositoryRow, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { password, secretHeaders, ...present } = row.settings;
  const wanted = Object.entries({ ...present, ...changes }).filter(([, value]) => value !== null);
  const parsed = settingsByClass[row.class].safeParse(Object.fromEntries(wanted));
  if (!parsed.success) {
    const detail = parsed.error.issues.map((issue) => ({ path: ['settings', ...issue.path].join('.'), ...reasonedSaid(issue as Problem) }));
    throw new AppError('invalid_input', { said: { message: z.prettifyError(parsed.error) }, detail });
  }
  return { ...parsed.data, ...(password === undefined ? {} : { password }), ...(secretHeaders === undefined ? {} : { secretHeaders }) };
}

/** Changes what is named and leaves the rest. @throws AppError `repository_not_found`, `invalid_input` */
export async function updateRepository(context: Context, key: string, change: RepositoryChange, changer: Changer): Promise<Repository> {
  let trustsOthers = false;
  await context.db.transaction().execute(async (tx) => {
    const row = await lockRepository(tx, key);
    if (!row) throw new AppError(sharedWords.repository_missing, { key });
    const before = auditable(await readRepository(tx, row));
    const settings = parseSettings(row, change.settings);
    requireContentKind(row.format, settings.contentKind);
    if (row.class === 'remote') {
      const had = RemoteSettings.parse(row.settings);
      const password = { hasPassword: row.settings.password !== undefined, passwordGiven: change.password !== undefined };
      const wanted = RemoteSettings.parse(settings);
      requireTrustedUpstream(changer, wanted, { ...had, ...password });
      Object.assign(settings, sealHeaders(context, wanted, row.settings));
      await requireProxy(tx, wanted);
      trustsOthers = wanted.trustedKeys.length > 0 && wanted.trustedKeys.toSorted().join('\n') !== had.trustedKeys.toSorted().join('\n');
      if (trustsOthers) await forgetVerdicts(context, tx, row);
    }
    await requireKeys(tx, changer, row.format, settings, row.settings);
    if (change.password !== undefined && row.class === 'remote') {
      if (change.password === '') delete settings.password;
      else settings.password = context.platform.secrets.encrypt(change.password);
    }
    const place = await changedPlace(context, row, change);
    const updated = await updateRepositoryRow(tx, row.id, { description: change.description ?? row.description, settings: JSON.stringify(settings), ...place });
    if (row.class === 'virtual') {
      const members = change.members ?? (await readKeysOfMembers(context, key));
      if (change.members) await replaceMembers(tx, row.id, await memberIds(tx, row, change.members));
      await requireDefaultDeployment(tx, settings as VirtualSettings, members);
    }
    await publishChange(context, tx, 'updated', updated);
    await recordChange(context, tx, 'updated', changer, { subject: key, before, after: auditable(await readRepository(tx, updated)) });
  });
  context.remotes.health.clear();
  const repository = await changed(context, key);
  if (trustsOthers && repository.class === 'remote') await removeHeads(context, repository, changer.name);
  return repository;
}

/** Keys of a virtual repository's own members, in order. */
export async function readKeysOfMembers(context: Context, key: string): Promise<string[]> {
  const repository = await context.directory.need(key);
  if (repository.class !== 'virtual') return [];
  const members = await Promise.all(repository.members.map((id) => context.directory.byId(id)));
  return members.filter((member) => member !== undefined).map((member) => member.key);
}

export function readUsers(context: Context, repository: Repository): Promise<string[]> {
  return selectUsers(context.db, repository.id);
}

/** Deletes a repository with everything in it. @throws AppError `repository_in_use` unless forced */
export async function deleteRepository(context: Context, key: string, force: boolean, changer: Changer): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await lockRepository(tx, key);
    if (!row) throw new AppError(sharedWords.repository_missing, { key });
    const users = await selectUsers(tx, row.id);
    if (isReleaseBundleRepository(key) && (await holdsFiles(tx, row.id))) throw new AppError(repositoryWords.repository_keeps_bundles, { key });
    if (users.length > 0 && !force)
      throw new AppError(
        users.length === 1 ? repositoryWords.repository_used_by_one : repositoryWords.repository_used,
        { users: users.join(', ') },
        { detail: { users } },
      );
    const before = auditable(await readRepository(tx, row));
    await deleteRepositoryRow(tx, row.id);
    await publishChange(context, tx, 'deleted', row);
    await recordChange(context, tx, 'deleted', changer, { subject: key, before });
  });
  context.directory.forget();
}
