import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { getName } from '../storage/path.ts';
import { findMediaType } from './media-type.ts';
import type { Sendable, SendOptions } from './sendable.ts';

/** Seconds that an address given to a client is good for. */
const goodFor = 300;
/** Smaller files are here sooner than a second request is made. */
const smallest = 64 * 1024;

/**
 * Clients that follow redirects to other hosts call themselves this. Whoever is not named here is sent the bytes themselves: many scripts use
 * curl without asking it to follow.
 */
const following = new RegExp(
  [
    '^(?:docker|containerd|Docker-Client|buildkit|skopeo|Buildah|podman|containers|crane|go-containerregistry|regclient|oras|cosign|Helm)/',
    '^(?:npm|pnpm|yarn|Bun|pip|uv|poetry|pdm|Apache-Maven|Gradle|cargo|Go-http-client|libdnf|RubyGems|bundler|Terraform|OpenTofu|Wget|jfrog-cli-go)[/ ]',
    '^(?:Debian APT-HTTP|Ruby, RubyGems|NuGet)',
  ].join('|'),
);

function follows({ headers }: FastifyRequest): boolean {
  // Pages ask for themselves what they show, and may not ask other hosts.
  return following.test(headers['user-agent'] ?? '') || headers['sec-fetch-mode'] === 'navigate';
}

/** Where else the client can fetch the whole file, when the configuration has downloads answered so; undefined where we send it ourselves. */
export async function addressElsewhere(context: Context, request: FastifyRequest, artifact: Sendable, options: SendOptions): Promise<string | undefined> {
  const { blobs, config } = context.platform;
  if (!config.blobs.s3?.redirect || !blobs.signedUrl || options.inline) return undefined;
  if (request.method !== 'GET' || request.headers.range !== undefined || artifact.size < smallest || !follows(request)) return undefined;
  const repository = artifact.repositoryId === undefined ? undefined : await context.directory.byId(artifact.repositoryId);
  if (repository && repository.class !== 'virtual' && !repository.settings.downloadRedirect) return undefined;
  const name = getName(artifact.path);
  const contentType = options.contentType ?? findMediaType(name);
  const url = await blobs.signedUrl(artifact.sha256, { expiresIn: goodFor, fileName: name, contentType });
  // Clients do not go from an encrypted address to a plain one.
  return url.startsWith('http:') && publicBaseUrl(request, config).startsWith('https:') ? undefined : url;
}
