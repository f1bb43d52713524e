import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Rendered, Want } from '../format.ts';
import { findRecord, ownText } from '../text/plain-json.ts';
import { readJson } from '../text/read-json.ts';
import { json } from '../text/render-json.ts';
import { makeToken, revokeToken, tellProfile, tellTokens } from './npm-account.ts';
import { bulkAdvisories, treeAudit } from './npm-audit.ts';
import { checkTag } from './npm-publish.ts';
import { refusals } from './npm-refusals.ts';
import { search } from './npm-search.ts';

const smallBody = 1024 * 1024;

async function setTags(name: string, tags: Record<string, unknown>, context: AuxContext): Promise<Rendered> {
  const row = await context.rows[0]?.package(name);
  if (!row) throw new AppError('package_not_found');
  for (const [tag, version] of Object.entries(tags)) {
    if (!row.versions.some((one) => one.version === version)) throw new AppError(refusals.npm_version_missing, { name, version: JSON.stringify(version) });
    await context.setPointer(name, checkTag(tag), version as string);
  }
  return json({ ok: true }, { status: 201 });
}

async function deleteTag(name: string, tag: string, context: AuxContext): Promise<Rendered> {
  if (tag === 'latest') throw new AppError(refusals.latest_not_removable);
  const row = await context.rows[0]?.package(name);
  if (!row || !Object.hasOwn(row.pointers, tag)) throw new AppError(refusals.npm_tag_missing, { name, tag: JSON.stringify(tag) });
  await context.deletePointer(name, tag);
  return json({ ok: true });
}

async function login(context: AuxContext): Promise<Rendered> {
  const body = await readJson(context.body, smallBody);
  const [name, password] = [ownText(body, 'name'), ownText(body, 'password')];
  const token = name && password ? await context.login(name, password, 'npm login') : undefined;
  if (!token) throw new AppError('bad_credentials');
  return json({ ok: true, id: `org.couchdb.user:${name}`, rev: '1', token }, { status: 201 });
}

async function passThrough(context: AuxContext): Promise<Rendered | undefined> {
  const answer = await context.upstream?.(context.request.path, { headers: { accept: 'application/json' } });
  return answer?.status === 200 ? { contentType: 'application/json; charset=utf-8', body: answer.body } : undefined;
}

/** Everything an npm client calls besides packages and tarballs. */
export async function services(want: Want, context: AuxContext): Promise<Rendered | undefined> {
  const name = want.package ?? '';
  switch (want.variant) {
    case 'ping':
      return json({});
    case 'whoami':
      if (context.user === undefined) throw new AppError('unauthenticated');
      return json({ username: context.user });
    case 'login':
      return login(context);
    case 'logout':
      if (!(await context.endToken(want.path))) throw new AppError(refusals.npm_token_missing);
      return json({ ok: true });
    case 'profile':
      return tellProfile(context);
    case 'set-profile':
      throw new AppError(refusals.npm_profile_elsewhere);
    case 'tokens':
      return tellTokens(context);
    case 'make-token':
      return makeToken(context);
    case 'revoke-token':
      return revokeToken(want.path, context);
    case 'organisation':
      throw new AppError(refusals.npm_without_organisations);
    case 'search':
      return search(context);
    case 'keys':
      return passThrough(context);
    case 'advisories':
      return bulkAdvisories(context);
    case 'audit':
      return treeAudit(context);
    case 'set-tag':
      return setTags(name, { [want.path]: await readJson(context.body, smallBody) }, context);
    case 'set-tags':
      return setTags(name, findRecord(await readJson(context.body, smallBody)) ?? {}, context);
    case 'delete-tag':
      return deleteTag(name, want.path, context);
    default:
      return undefined;
  }
}
