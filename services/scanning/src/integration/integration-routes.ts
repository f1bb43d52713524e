import { AppError } from '@packhouse/contract/errors.ts';
import { type VendorName, vendorCodes } from '@packhouse/contract/scanning/git-vendors.ts';
import * as contract from '@packhouse/contract/scanning/integration-routes.ts';
import { integrationWords } from '@packhouse/contract/scanning/integration-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { GitSupport } from './git-support.ts';
import { selectIntegrations } from './integration-queries.ts';
import { scanningProduct, toGroups, toIntegration } from './integration-view.ts';
import { createIntegration, removeIntegration, replaceIntegration } from './keep-integration.ts';
import { testConnection } from './test-connection.ts';

/** Connections to where source code is kept, and what can be connected. */
export function integrationRoutes(app: FastifyInstance, context: Context, git: GitSupport): void {
  const { db, platform } = context;
  const offered: readonly VendorName[] = contract.vendorNames.filter((name) => name !== 'gitea' || platform.config.features.includes('gitea'));
  const listAll = async () =>
    (
      await selectIntegrations(
        db,
        offered.map((name) => vendorCodes[name]),
      )
    ).map(toIntegration);
  const requireSupport = async () => {
    if (!(await git.isOn())) throw new AppError(integrationWords.git_scanning_off);
  };

  handle(app, platform, contract.listIntegrationGroups, async (_, { actor }) => {
    const mayConnect = actor.administrator && !actor.scope;
    const gitProblem = mayConnect ? await git.findProblem() : undefined;
    const isAvailable = mayConnect && gitProblem === undefined;
    return { groups: toGroups(offered, isAvailable ? await listAll() : [], isAvailable), ...(gitProblem ? { gitProblem } : {}) };
  });
  handle(app, platform, contract.listIntegrations, async ({ params }) => ({ items: params.type === 'git' ? await listAll() : [] }));
  handle(app, platform, contract.testIntegration, async ({ body }, by) => {
    await requireSupport();
    return testConnection(context, body, by);
  });
  handle(app, platform, contract.createIntegration, async ({ body }, by) => {
    await requireSupport();
    return { key: (await createIntegration(context, body, by)).key };
  });
  handle(app, platform, contract.updateIntegration, async ({ params, body }, by) => {
    return { key: (await replaceIntegration(context, params.integrationKey, body, by)).key };
  });
  handle(app, platform, contract.deleteIntegration, ({ params }, by) => removeIntegration(context, params.integrationKey, by));

  handle(app, platform, contract.listConnectedVcs, async () => {
    const connected = (await listAll()).filter(({ products }) => products.includes(scanningProduct));
    return connected.map(({ key, vendorName, products }) => ({ integration_id: key, key, vendorName, products }));
  });
  handle(app, platform, contract.listVcsIntegrations, async () => {
    return (await listAll()).map((one) => ({
      ...one,
      integration_id: one.key,
      vendor_code: vendorCodes[one.vendorName],
      integration_type: contract.integrationTypes.git,
    }));
  });
}
