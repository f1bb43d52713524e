import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { FastifyInstance } from 'fastify';
import { rememberedAccounts } from './account/accounts.ts';
import { fillEmptyDatabase } from './administrator/first-administrator.ts';
import { applicationRoutes } from './application/application-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { forget } from './audit/change.ts';
import { compatibleRoutes } from './compatible/compatible-routes.ts';
import { systemRestRoutes } from './compatible/system-rest-routes.ts';
import type { Context } from './context.ts';
import { proveByCrowd } from './crowd/crowd.ts';
import { crowdRoutes } from './crowd/crowd-routes.ts';
import { readDirectories } from './external/directories.ts';
import { signInOptionRoutes } from './external/external-settings.ts';
import { endedTrust } from './federation/ended-trust.ts';
import { accessFederation, beaconLinks } from './federation/federation.ts';
import { federationRoutes } from './federation/federation-routes.ts';
import { foreignTokens } from './federation/foreign-token.ts';
import { forgetRegistersJob } from './federation/forget-registers-job.ts';
import { requireOwn, withManagers } from './federation/guard.ts';
import { linkPump } from './federation/link-pump.ts';
import { endPausesOf, tryAgain } from './federation/pause.ts';
import { readFace } from './general/general.ts';
import { generalRoutes } from './general/general-routes.ts';
import { platformSettings } from './general/platform-settings.ts';
import { rememberedGeneral } from './general/remembered-general.ts';
import { groupRoutes } from './group/group-routes.ts';
import { headerSsoRoutes } from './header-sso/header-sso-routes.ts';
import { readActorNamed, readIdentity } from './identity/identity.ts';
import { invitationRoutes } from './invitation/invitation-routes.ts';
import { proveByLdap } from './ldap/ldap.ts';
import { ldapRoutes } from './ldap/ldap-routes.ts';
import { licenceOffer, readHeld } from './licence/licence-orders.ts';
import { licenceRoutes } from './licence/licence-routes.ts';
import { peerLicenceRoutes } from './licence/peer-licence-routes.ts';
import { mailEndsJob, warnOfEndsJob } from './licence/warn-of-ends.ts';
import { mailServerOffer } from './mail/change-mail-server.ts';
import { mailNotices } from './mail/mail-changes.ts';
import { mailRoutes } from './mail/mail-routes.ts';
import { mailExceptionsJob } from './mail/tell-exceptions.ts';
import { mfaRoutes } from './mfa/mfa-routes.ts';
import { migrations } from './migrations.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { onboardingRoutes } from './onboarding/onboarding-routes.ts';
import { passwordCheck } from './password/check-password.ts';
import { passwords as startPasswords } from './password/password.ts';
import { findPermissionHolders } from './permission/permission-holders.ts';
import { permissionRoutes } from './permission/permission-routes.ts';
import { projectDirectory } from './project/project-directory.ts';
import { projectRoutes } from './project/project-routes.ts';
import { passwordKeyJob } from './reset/reset.ts';
import { resetRoutes } from './reset/reset-routes.ts';
import { samlRoutes } from './saml/saml-routes.ts';
import type { AccessSchema } from './schema.ts';
import { scimRoutes } from './scim/scim-routes.ts';
import { randomSecret } from './secret/fingerprint.ts';
import { settingRoutes } from './setting/setting-routes.ts';
import { deploymentId, rememberedSettings } from './setting/settings.ts';
import { profileRoutes } from './sign-in/profile-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { signingKeys } from './token/signing-keys.ts';
import { tokenUse } from './token/stored-token.ts';
import { tokenRoutes } from './token/token-routes.ts';
import { rememberedTokens } from './token/token-states.ts';
import { oidcRoutes } from './token-exchange/oidc-routes.ts';
import { deploymentKeys } from './trust/deployment-keys.ts';
import { forgetCallsJob } from './trust/forget-calls-job.ts';
import { tellPump } from './trust/tell-pump.ts';
import { trustOffer } from './trust/trust.ts';
import { trustRoutes } from './trust/trust-routes.ts';
import { upkeepJob } from './upkeep/upkeep-job.ts';
import { countPeople } from './user/count-people.ts';
import { userRoutes } from './user/user-routes.ts';

function registerRoutes(app: FastifyInstance, context: Context): void {
  signInRoutes(app, context);
  profileRoutes(app, context);
  signInOptionRoutes(app, context);
  oauthRoutes(app, context);
  samlRoutes(app, context);
  oidcRoutes(app, context);
  onboardingRoutes(app, context);
  userRoutes(app, context);
  groupRoutes(app, context);
  permissionRoutes(app, context);
  projectRoutes(app, context);
  licenceRoutes(app, context);
  peerLicenceRoutes(app, context);
  tokenRoutes(app, context);
  applicationRoutes(app, context);
  settingRoutes(app, context);
  mailRoutes(app, context);
  generalRoutes(app, context);
  resetRoutes(app, context);
  mfaRoutes(app, context);
  invitationRoutes(app, context);
  auditRoutes(app, context);
  compatibleRoutes(app, context);
  systemRestRoutes(app, context);
  scimRoutes(app, context);
  ldapRoutes(app, context);
  crowdRoutes(app, context);
  headerSsoRoutes(app, context);
  trustRoutes(app, context);
  federationRoutes(app, context);
}

const makeDeploymentId = (): string =>
  randomSecret(12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, 'x');

function registerWork(context: Context): void {
  const { db, platform } = context;
  platform.jobs.register(upkeepJob(db));
  platform.jobs.register(passwordKeyJob(context));
  platform.jobs.register(forgetCallsJob(db));
  platform.jobs.register(forgetRegistersJob(db));
  platform.jobs.register(warnOfEndsJob(context));
  platform.jobs.register(mailEndsJob(context));
  platform.jobs.register(mailExceptionsJob(context));
  platform.pumps.register(tellPump(context));
  platform.pumps.register(linkPump(context));
}

/** What other deployments have to do with users and tokens here. */
function federationPart(getContext: () => Context): Context['federation'] {
  return {
    requireOwn,
    findToken: foreignTokens(getContext),
    endPausesOf: (peer) => endPausesOf(getContext(), peer),
    tryAgain,
    ...endedTrust(getContext),
    withManagers: (kind, items) => withManagers(getContext(), kind, items),
  };
}

/** What other services ask of whoever is here. */
const directoryOffers = (db: Context['db']): Pick<Peers, 'countUsers' | 'projects' | 'permissionHolders'> => ({
  countUsers: () => countPeople(db),
  projects: projectDirectory(db),
  permissionHolders: (resource) => findPermissionHolders(db, resource),
});

const mailOffers = (context: Context) => ({ notices: mailNotices(context), mailServer: mailServerOffer(context) });

/** Who is asking, and what they may do: users, groups, permissions, tokens and sessions. */
export const accessService = defineService<Peers>({
  name: 'access',
  wireName: 'access',
  migrations,
  async start(app, platform, peers) {
    const db = openDatabase<AccessSchema>(platform.databaseUrl, 'access');
    const log = platform.logger('access');
    const passwords = await startPasswords();
    const first = await fillEmptyDatabase(db, passwords, platform.config.adminPassword);
    if (first.password !== undefined)
      platform.announce(`The user "admin" was created with the password ${first.password} (shown this once; it is to be changed at the first sign-in)`);
    const [accounts, settings] = [rememberedAccounts(db), rememberedSettings(db)];
    const directories = readDirectories(() => context, [proveByLdap, proveByCrowd]);
    const context: Context = {
      db,
      platform,
      peers,
      log,
      deployment: await deploymentId(db, makeDeploymentId),
      accounts,
      tokens: rememberedTokens(),
      passwords,
      passwordCheck: passwordCheck({ db, platform, accounts, passwords, directories, settings, log }),
      directories,
      keys: await signingKeys(db, platform.secrets),
      deploymentKeys: await deploymentKeys(db, platform.secrets),
      federation: federationPart(() => context),
      settings,
      general: rememberedGeneral(db),
    };
    await Promise.all([context.general.refresh(), context.settings.read()]);
    const use = tokenUse(context);
    const stopListening = platform.outbox.subscribe(({ type, data }) => {
      if (type.startsWith('access.')) forget(context, type.slice('access.'.length), String(data.subject));
    });
    registerRoutes(app, context);
    registerWork(context);
    return {
      offers: {
        identity: readIdentity(context, use),
        customBaseUrl: () => context.general.baseUrl(),
        ...directoryOffers(db),
        platformSettings: platformSettings(context),
        ...mailOffers(context),
        actorNamed: (name) => readActorNamed(context, name),
        trust: trustOffer(context),
        licence: licenceOffer(context),
        heldLicences: () => readHeld(context),
        federation: accessFederation(context),
        federationLinks: () => beaconLinks(context),
        installation: {
          id: context.deployment,
          face: () => readFace(context),
          anonymousUiBlocked: async () => (await context.settings.read()).anonymousUiBlocked,
        },
      },
      async stop() {
        stopListening();
        await use.finish();
        await db.destroy();
      },
    };
  },
});
