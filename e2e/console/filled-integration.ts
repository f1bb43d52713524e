import type { Call } from '@packhouse/contract/client.ts';
import { selectGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { createIntegration, testIntegration } from '@packhouse/contract/scanning/integration-routes.ts';

/** A connection that scanning uses and whose vendor cannot be reached, and one that nothing uses yet. */
export async function fillIntegrations(call: Call): Promise<void> {
  const form = { token: 'unused', userName: 'storefront-bot', vendorName: 'github' as const };
  const used = { ...form, integrationName: 'Storefront code', url: 'https://git.shop.example' };
  const { key } = await call(createIntegration, { body: used });
  await call(selectGitRepositories, { params: { integrationId: key }, body: { all: false, patterns: ['shop/**'] } });
  await call(testIntegration, { body: { ...used, integrationKey: key, token: '' } });
  await call(createIntegration, { body: { ...form, integrationName: 'Tools', url: 'https://tools.shop.example' } });
}
