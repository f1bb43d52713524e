// https://github.com/opencontainers/image-spec/blob/main/media-types.md

/** Media types that content-addressed registries exchange. */
export const mediaTypes = {
  ociManifest: 'application/vnd.oci.image.manifest.v1+json',
  ociIndex: 'application/vnd.oci.image.index.v1+json',
  ociConfig: 'application/vnd.oci.image.config.v1+json',
  ociEmpty: 'application/vnd.oci.empty.v1+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
  dockerList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerConfig: 'application/vnd.docker.container.image.v1+json',
  helmConfig: 'application/vnd.cncf.helm.config.v1+json',
} as const;

export const manifestMediaTypes: readonly string[] = [mediaTypes.ociManifest, mediaTypes.ociIndex, mediaTypes.dockerManifest, mediaTypes.dockerList];

/** An upstream is asked for this when we fetch a manifest. */
export const manifestAccept = manifestMediaTypes.join(', ');

export function isIndexType(mediaType: string): boolean {
  return mediaType === mediaTypes.ociIndex || mediaType === mediaTypes.dockerList;
}

/** Layers that may not be redistributed are never pushed; clients fetch them from the URLs in the descriptor. */
export function isForeignLayer(mediaType: string): boolean {
  return mediaType.includes('.nondistributable.') || mediaType === 'application/vnd.docker.image.rootfs.foreign.diff.tar.gzip';
}
