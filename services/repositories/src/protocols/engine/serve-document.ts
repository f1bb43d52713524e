import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Want } from '@packhouse/formats/format.ts';
import type { FastifyReply } from 'fastify';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import { sendArtifact } from '../../download/send-artifact.ts';
import { selectDocument } from '../../indexing/index-document-queries.ts';
import { freshLocalListing } from '../../indexing/local-listing.ts';
import type { ListingKeyKind } from '../../keys/key-schema.ts';
import { keyRing, publishedKeys } from '../../keys/signer.ts';
import { getName } from '../../storage/path.ts';
import { type Call, requireRead } from './call.ts';
import { serveFile } from './file.ts';
import { freshVirtualListing, readVariant, upstreamDocument } from './virtual-listing.ts';

/** Whoever has just published sees it in the listing, unless building takes longer than this. */
const longestWait = 60_000;

async function notLongerThan(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const bell = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([work, bell]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers a document of a listing that is built as a whole. A remote repository passes its upstream's on, with the upstream's signatures. */
export async function serveDocument(call: Call, want: Want): Promise<FastifyReply> {
  const { context, repository, format, request, reply } = call;
  const { indexed } = format;
  if (repository.class === 'remote' || !indexed) return serveFile(call, await pinned(call, want));
  if (want.variant === 'signing-key') return sendSigningKey(call, want, indexed.signedBy);
  const variant = repository.class === 'local' ? await ofLocal() : await ofVirtual();
  async function ofLocal(): Promise<string> {
    if (repository.class !== 'local') return '';
    requireRead(call, repository, want);
    if (want.scope !== undefined) {
      const building = freshLocalListing(context, repository, want.scope);
      building.catch((err) => context.log.error({ err, repository: repository.key, scope: want.scope }, 'a listing could not be built'));
      await notLongerThan(longestWait, building);
    }
    return '';
  }
  async function ofVirtual(): Promise<string> {
    if (repository.class !== 'virtual' || !indexed) return '';
    if (want.scope === undefined) return readVariant(call, repository, want);
    return freshVirtualListing(call, repository, want, want.scope, indexed);
  }
  const document = patternsAccept(repository, want.path) ? await selectDocument(context.db, repository.id, variant, want.path) : undefined;
  // Other things may lie beside our listings; those of an upstream must not, or they would pass for ours.
  if (!document && repository.class === 'local') return serveFile(call, { ...want, kind: 'file' });
  if (!document) throw new AppError('artifact_not_found');
  return sendArtifact(context, request, reply, document, { inline: true, uncounted: true });
}

/** The public key beside the listing that it proves. */
async function sendSigningKey(call: Call, want: Want, kind: ListingKeyKind): Promise<FastifyReply> {
  requireRead(call, call.repository, want);
  const pair = call.repository.class === 'remote' ? '' : call.repository.settings.keyPair;
  if (kind === 'openpgp') return call.reply.header('content-type', 'application/pgp-keys').send(await keyRing(call.context, pair));
  const keys = await publishedKeys(call.context, kind, pair);
  const name = getName(want.path);
  const key = name === 'repository.rsa.pub' ? keys[0] : keys.find((one) => one.name === name);
  if (!key) throw new AppError('artifact_not_found');
  // Clients know a key by the name of its file.
  return call.reply.headers({ 'content-type': 'application/x-pem-file', 'content-disposition': `attachment; filename="${key.name}"` }).send(key.publicKey);
}

/** Tells what a client asks an upstream's listing for, of the generation whose head we have. */
async function pinned(call: Call, want: Want): Promise<Want> {
  const { repository, format, context } = call;
  const file: Want = { ...want, kind: 'file' };
  const { indexed } = format;
  if (repository.class !== 'remote' || call.cacheOnly || !indexed?.pin || want.scope === undefined) return file;
  const heads = indexed.heads(want.scope);
  if (heads.some((head) => head.path === want.path)) return file;
  requireRead(call, repository, want);
  for (const head of heads) {
    const document = await upstreamDocument(call, repository, head);
    if (document) return { ...indexed.pin(want, await buffer(await context.platform.blobs.open(document.sha256))), kind: 'file' };
  }
  return file;
}
