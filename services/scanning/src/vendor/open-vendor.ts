import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import { bitbucketCloud, bitbucketCloudApi, bitbucketCloudHooks } from './bitbucket-cloud.ts';
import { bitbucketServer, bitbucketServerApi, bitbucketServerHooks } from './bitbucket-server.ts';
import { gitea, giteaApi, giteaHooks } from './gitea.ts';
import { github, githubApi, githubHooks } from './github.ts';
import { gitlab, gitlabApi, gitlabHooks } from './gitlab.ts';
import type { Vendor, VendorAccess, VendorHooks } from './vendor.ts';
import { openCall, type VendorApi, type VendorCall } from './vendor-call.ts';

interface Adapter {
  api(access: VendorAccess): VendorApi;
  open(call: VendorCall, access: VendorAccess): Vendor;
  hooks: VendorHooks;
}

const adapters: Readonly<Record<VendorCode, Adapter>> = {
  1: { api: githubApi, open: github, hooks: githubHooks },
  2: { api: gitlabApi, open: gitlab, hooks: gitlabHooks },
  3: { api: bitbucketCloudApi, open: bitbucketCloud, hooks: bitbucketCloudHooks },
  4: { api: bitbucketServerApi, open: bitbucketServer, hooks: bitbucketServerHooks },
  5: { api: giteaApi, open: gitea, hooks: giteaHooks },
};

/** Opens the way to a vendor. It remembers what is left of the quota, so it is kept as long as the token is. */
export function openVendor(access: VendorAccess, outgoing: Pick<Outgoing, 'request'>): Vendor {
  const { api, open } = adapters[access.code];
  return open(openCall(api(access), access.token, outgoing), access);
}

/** How messages of a vendor prove where they come from. */
export const hooksOf = (code: VendorCode): VendorHooks => adapters[code].hooks;
