import { createClient } from '@packhouse/contract/client.ts';
import { limits } from '../../tools/runners/limits.ts';
import { adminPassword, test as base } from './console-test.ts';
import { issuerKey } from './fill-bucket.ts';
import { type Filled, fillPlatform } from './filled-platform.ts';

interface FilledParts {
  /** The names of what the platform was filled with. */
  readonly filled: Filled;
}

/** A test of the console against a platform with something on every page, and with the pages behind switches switched on. */
export const test = base.extend<object, FilledParts>({
  // The receiver of its webhook stands on this machine.
  platformEnv: [
    { PACKHOUSE_FEATURES: 'testing,commonTested', PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128', PACKHOUSE_LICENCE_KEY: issuerKey },
    { scope: 'worker' },
  ],
  filled: [
    async ({ platform }, use) => {
      const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
      const call = createClient({ baseUrl: platform.url, headers: () => ({ authorization }) });
      await use(await fillPlatform(platform.url, call, adminPassword));
    },
    { scope: 'worker', timeout: limits.console },
  ],
});
