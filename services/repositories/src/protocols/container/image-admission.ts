import type { ImageDetails } from '@packhouse/formats/container/image-facts.ts';
import { configLimit } from '@packhouse/formats/container/image-facts.ts';
import type { Manifest } from '@packhouse/formats/container/manifest.ts';
import { needDigest } from '@packhouse/formats/container/reference.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { RemoteRepository } from '../../directory/directory.ts';
import { holdBack, judgeOne, noteObserved } from '../../firewall/admission.ts';
import type { RuleRow } from '../../firewall/firewall-queries.ts';
import type { Exchange } from './container-request.ts';
import { readSigned } from './image-signatures.ts';
import { getConfig } from './manifest-commit.ts';
import { describeImageIn, readManifestIn } from './manifest-reading.ts';
import type { FoundManifest } from './manifest-store.ts';
import { storeUpstreamBlob } from './remote/remote-blob.ts';

/** What the upstream has signed of an image, where rules ask for it; nobody knows it where it cannot be asked. */
async function readProvenance(
  exchange: Exchange,
  repository: RemoteRepository,
  digest: string,
  rules: readonly RuleRow[],
): Promise<Pick<Offer, 'provenance' | 'trusted'>> {
  const asking = rules.flatMap(({ condition }) => (condition.kind === 'provenance' ? [condition] : []));
  if (asking.length === 0) return {};
  try {
    const { exists, trusted } = await readSigned(
      exchange,
      repository,
      digest,
      asking.some((one) => one.trusted === true),
    );
    return { provenance: exists, trusted };
  } catch (err) {
    exchange.context.log.warn({ err, repository: repository.key, image: exchange.image }, 'an image is judged without its signatures, which could not be read');
    return {};
  }
}

/** Rules that ask an image for what only its settings say. */
const ofSettings: ReadonlySet<string> = new Set(['age', 'licence']);

/** The settings of an image, from the upstream where they are not here yet; the client would ask for them next. */
async function readSettings(exchange: Exchange, repository: RemoteRepository, manifest: Manifest): Promise<Buffer | undefined> {
  const { context, image } = exchange;
  if (!manifest.config || manifest.config.size > configLimit) return undefined;
  try {
    const known = await getConfig(context, repository, image, manifest);
    if (known) return known;
    await storeUpstreamBlob(exchange, { repository, cacheOnly: false, members: [repository] }, needDigest(manifest.config.digest));
    return await getConfig(context, repository, image, manifest);
  } catch (err) {
    context.log.warn({ err, repository: repository.key, image }, 'an image is judged without its settings, which could not be read');
    return undefined;
  }
}

async function readOffer(exchange: Exchange, repository: RemoteRepository, { bytes, digest }: FoundManifest, manifest: Manifest): Promise<Offer> {
  const { context, image } = exchange;
  const config = await readSettings(exchange, repository, manifest);
  const { facts } = await describeImageIn(context, { image, digest, references: [digest], manifest }, bytes, config);
  return { key: digest, version: digest, published: (facts?.native as ImageDetails | undefined)?.created, licences: facts?.licenses };
}

/**
 * Nothing holds back the manifest of an image that came from an upstream. An image is judged as what its digest names, whatever tag led there;
 * an index for several platforms only by its name, for each of its images is judged when it is asked for.
 * @throws AppError `download_blocked`
 */
export async function requireImageLetIn(exchange: Exchange, found: FoundManifest): Promise<void> {
  const { context, request, image } = exchange;
  const { repository, digest } = found;
  const guard = repository.class === 'remote' ? context.firewall.guard(repository.key) : undefined;
  if (!guard || repository.class !== 'remote' || request.method !== 'GET') return;
  const manifest = await readManifestIn(context, found.bytes);
  const isIndex = manifest.kind === 'index';
  const asks = !isIndex && guard.rules.some(({ condition: { kind } }) => ofSettings.has(kind));
  const offer = asks ? await readOffer(exchange, repository, found, manifest) : { key: digest, version: digest };
  const signed = isIndex ? {} : await readProvenance(exchange, repository, digest, guard.rules);
  const judged = await judgeOne(exchange, repository, { ...offer, ...signed, package: image, only: (kind) => !isIndex || kind === 'lookAlike' });
  if (judged?.enforced) throw holdBack(exchange, repository, judged);
  noteObserved(exchange, repository, judged);
}
