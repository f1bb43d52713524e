import type { ImageDetails } from '../container/image-facts.ts';
import type { PackageFacts } from '../format.ts';

/** What webhooks say of an image that was pushed: for which platforms it is, and whether it speaks Docker's media types or those of the OCI. */
export function imageEventDetails({ native }: PackageFacts): { platforms: { architecture: string; os: string }[]; imageType: 'docker' | 'oci' } {
  const { kind, platform, platforms = [], mediaType = '' } = (native ?? {}) as Partial<ImageDetails>;
  const all = kind === 'index' ? platforms.map((child) => child.platform) : [platform ?? ''];
  // Builders put attestations into an index as images for no platform.
  const known = all.filter((text) => text !== '' && !text.startsWith('unknown'));
  return {
    platforms: known.map((text) => {
      const [os = '', ...architecture] = text.split('/');
      return { architecture: architecture.join('/'), os };
    }),
    imageType: mediaType.startsWith('application/vnd.docker.') ? 'docker' : 'oci',
  };
}
