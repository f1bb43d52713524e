import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { vendorCodes } from '@packhouse/contract/scanning/git-vendors.ts';
import type { IntegrationForm, testIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { integrationWords } from '@packhouse/contract/scanning/integration-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import { openVendor } from '../vendor/open-vendor.ts';
import { noteContact } from './integration-queries.ts';
import { type By, chooseToken, findKept, requireOffered } from './keep-integration.ts';

/** What the vendor itself said of a refusal. */
function findVendorWords({ detail }: AppError): { vendorSays?: string } {
  const { vendor } = (detail ?? {}) as { vendor?: unknown };
  return typeof vendor === 'string' && vendor !== '' ? { vendorSays: vendor } : {};
}

/** Asks the vendor who the token belongs to. Whatever it answers is the result. @throws AppError `not_found`, `invalid_input` */
export async function testConnection(context: Context, form: IntegrationForm, { actor, address }: By): Promise<RouteReply<typeof testIntegration>> {
  const { db, platform } = context;
  requireOffered(context, form);
  const kept = await findKept(db, form);
  const token = chooseToken(context, form, kept);
  const { url, userName, vendorName } = form;
  await platform.identity.audit({
    actor: actor.name,
    address,
    action: 'integration.tested',
    subject: kept?.key ?? form.integrationName,
    after: { vendorName, url, userName },
  });
  // What is kept and what was tried are the same only then.
  const isKept = kept !== undefined && form.token === '' && kept.url === url && kept.user_name === userName;
  try {
    const account = await openVendor({ code: vendorCodes[vendorName], url, userName, token }, platform.outgoing).check();
    if (isKept) await noteContact(db, kept.key, { problem: null });
    return { result: 'success', ...say(integrationWords.connection_works, { host: new URL(url).host, account: account.name }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isKept) await noteContact(db, kept.key, { problem: saidBy(error) });
    return { result: 'failure', ...say(integrationWords.connection_test_failed), details: saidBy(error), ...findVendorWords(error) };
  }
}
