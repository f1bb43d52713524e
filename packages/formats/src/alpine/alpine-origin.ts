import type { DistributionOrigin } from '../distribution-origin.ts';

/** Of every key that Alpine signs with. https://wiki.alpinelinux.org/wiki/Alpine_Linux:Signing_keys */
const keys = /^alpine-devel@lists\.alpinelinux\.org-[0-9a-f]+\.rsa\.pub$/;

/** `edge` is of no release, and of `testing` no advisories speak. https://wiki.alpinelinux.org/wiki/Repositories */
const place = /(?:^|\/)v(?<release>3\.\d+)\/(?:main|community)\/[^/]+\/[^/]+$/;

/** Which branch packages are of, by the folders that they lie in. Upstreams of others have folders of these names, too, and packages that another key signs. */
export const alpineOrigin: DistributionOrigin = {
  ofPackage({ path, display, isRemote }) {
    const release = place.exec(path)?.groups?.release;
    const isOther = isRemote && !keys.test(display['Signed by'] ?? '');
    return release === undefined || isOther ? undefined : { distribution: 'Alpine', release };
  },
  sourceOf: ({ display: { Origin: name } }) => (name === undefined ? undefined : { name }),
};
