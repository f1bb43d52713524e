import type { Want } from '@packhouse/formats/format.ts';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import type { RemoteRepository } from '../../directory/directory.ts';
import { requireSignature, wantsSignature } from '../../keys/verify-upstream.ts';
import { fetchSignature } from '../../upstream/fetch-signature.ts';
import { type PassedOn, passThrough } from '../../upstream/pass-through.ts';
import type { Promised, RemoteFile } from '../../upstream/promised.ts';
import { cachedRemoteFile, fetchRemoteFile, type RemoteAnswer } from '../../upstream/remote-file.ts';
import { findSource, remoteListing } from '../../upstream/remote-index.ts';
import { askUpstream, upstreamUrl } from '../../upstream/upstream.ts';
import { sumBeside } from '../../upstream/upstream-sums.ts';
import { type Call, readPackage } from './call.ts';
import { tellKeptOrigin, tellOrigin } from './origin.ts';

/** A listing asked for again because it does not know a file may be this old at most. */
const listingAge = 5000;

type Source = Pick<RemoteFile, 'url' | 'headers' | 'beside'> & { promised?: Promised };

/** Where the upstream keeps the file: its listing says so, or the path is the same there. */
async function readSource(call: Call, repository: RemoteRepository, want: Want): Promise<Source | undefined> {
  const { format, context } = call;
  if (want.listing && format.fileSource) {
    const listed = await remoteListing(context, repository, want.listing);
    let source = listed && (await findSource(context, format, want, { want: want.listing, listing: listed }));
    if (!source && listed) {
      // A lock file can name a version published a minute ago.
      const newer = await remoteListing(context, repository, want.listing, { newerThan: new Date(Date.now() - listingAge) });
      source = newer && (await findSource(context, format, want, { want: want.listing, listing: newer }));
    }
    return source && { url: upstreamUrl(repository, source.url), promised: source };
  }
  const asked = format.upstream?.(want, repository.settings.url) ?? { path: want.path };
  return {
    url: upstreamUrl(repository, asked.path, asked.query),
    headers: asked.headers,
    beside: sumBeside(context, repository, asked.path),
    promised: promisedBy(want),
  };
}

/** An upstream's answer to HEAD says this, without the body being fetched. */
export interface RemoteHead {
  kind: 'head';
  headers: Record<string, string>;
}

const promisedBy = ({ sha256, sha512, sha1 }: Want): Promised => ({ sha256, sha512, sha1 });

/** A remote repository gives out what it had kept; a client that asks about it only is given none of it. */
export function countKept({ context, request }: Pick<Call, 'context' | 'request'>, repository: RemoteRepository, { size }: { size: number }): void {
  context.peers.insight?.countCache(repository, true, request.method === 'GET' ? size : 0);
}

/** A wanted file of a remote repository, cached or fetched. Where trusted keys are to have signed it, nobody gets it, and nothing keeps it, before that is known. */
export async function remoteFile(call: Call, repository: RemoteRepository, want: Want, wholly = false): Promise<RemoteAnswer | RemoteHead | PassedOn> {
  const { context, format } = call;
  if (!patternsAccept(repository, want.path, readPackage(format, want))) return { kind: 'missing' };
  const freshness = want.freshness ?? 'forever';
  const cached = await cachedRemoteFile(context, repository, { path: want.path, freshness, promised: promisedBy(want) });
  if (cached?.kind === 'stored') countKept(call, repository, cached.artifact);
  if (cached?.kind === 'stored') tellKeptOrigin(call, repository, want);
  if (cached) return cached;
  const source = repository.settings.offline ? { url: repository.settings.url, promised: promisedBy(want) } : await readSource(call, repository, want);
  if (!source) return { kind: 'missing' };
  const isSigned = wantsSignature(repository, want.path);
  const lacksSum = format.keptBySha256 === true && source.promised?.sha256 === undefined;
  if (call.request.method === 'HEAD' && !wholly && !isSigned && !lacksSum && !repository.settings.offline && !repository.settings.bypassHead) {
    const head = await readHead(call, repository, source);
    if (head?.kind === 'head') tellOrigin(call, source.url);
    if (head) return head;
  }
  // What is to be checked must be here first.
  if (!repository.settings.storeLocally && !repository.settings.offline && repository.settings.trustedKeys.length === 0)
    return telling(call, source.url, await passThrough(context, repository, { ...source, path: want.path }));
  const answer = await fetchRemoteFile(context, repository, {
    ...source,
    path: want.path,
    freshness,
    isKnownToLack: true,
    location: format.locate(want.path),
    ...(isSigned ? { verify: (staged) => requireSignature(context, repository, want.path, staged, (path) => fetchSignature(context, repository, path)) } : {}),
  });
  if (repository.settings.offline && answer.kind !== 'missing') tellKeptOrigin(call, repository, want);
  return repository.settings.offline ? answer : telling(call, source.url, answer);
}

function telling<Answer extends { kind: string }>(call: Call, address: string, answer: Answer): Answer {
  if (answer.kind !== 'missing') tellOrigin(call, address);
  return answer;
}

async function readHead(call: Call, repository: RemoteRepository, source: Source): Promise<RemoteHead | { kind: 'missing' } | undefined> {
  try {
    const answer = await askUpstream(call.context, repository, { url: source.url, method: 'HEAD', headers: source.headers });
    answer.body.destroy();
    if (answer.status !== 200) return { kind: 'missing' };
    const { promised = {} } = source;
    return {
      kind: 'head',
      headers: {
        ...answer.headers,
        ...(promised.sha256 ? { 'x-checksum-sha256': promised.sha256 } : {}),
        ...(promised.sha1 ? { 'x-checksum-sha1': promised.sha1 } : {}),
      },
    };
  } catch {
    // Some upstreams refuse HEAD; fetching tells for sure, and falls back on what is stored.
    return undefined;
  }
}
