import type { PlatformSettings, SamlChange } from '@packhouse/peers/platform-settings.ts';
import { type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { changeOptionsIn, signInOptions } from '../external/external-settings.ts';
import { listGroupSettings, listServers, placeGroupSetting, placeServer } from '../ldap/ldap-setting.ts';
import { listProviders, placeProvider } from '../oauth/oauth-provider.ts';
import { changeSamlIn, samlSettings } from '../saml/saml-settings.ts';
import { changeSettings } from '../setting/settings.ts';
import { changeGeneralIn, shownGeneral } from './general.ts';

async function changeSaml(transaction: ChangeTransaction, record: (change: Change) => Promise<void>, { settings, isRedirected, base }: SamlChange) {
  await changeSamlIn(transaction, record, { next: settings, base, called: settings.entryPoint === '' ? '' : undefined });
  const { autoRedirect } = await signInOptions(transaction);
  if ((autoRedirect === 'saml') !== isRedirected) await changeOptionsIn(transaction, record, { autoRedirect: isRedirected ? 'saml' : '' });
}

async function read(context: Context) {
  const { db } = context;
  const [general, access, providers, directories, directoryGroups, saml, { autoRedirect }] = await Promise.all([
    shownGeneral(context),
    context.settings.read(),
    listProviders(db),
    listServers(db),
    listGroupSettings(db),
    samlSettings(db),
    signInOptions(db),
  ]);
  return { general, access, providers, directories, directoryGroups, saml: { settings: saml, isRedirected: autoRedirect === 'saml' } };
}

/** The settings of the whole installation, for the other services. */
export function platformSettings(context: Context): PlatformSettings {
  return {
    read: () => read(context),
    async change({ general, access, providers, directories, directoryGroups, saml }, by) {
      await inChange(context, by, async (transaction, record) => {
        for (const provider of providers) await placeProvider(context, transaction, record, provider);
        for (const directory of directories) await placeServer(context, transaction, record, directory);
        // Those of a server that goes are gone with it.
        for (const groups of directoryGroups) await placeGroupSetting(transaction, record, groups);
        if (saml) await changeSaml(transaction, record, saml);
        if (Object.keys(general).length > 0) await changeGeneralIn(transaction, record, general);
        if (Object.keys(access).length === 0) return;
        const { before, after } = await changeSettings(transaction, access);
        await record({ action: 'setting.changed', subject: 'access', before, after });
      });
      await context.general.refresh();
    },
  };
}
