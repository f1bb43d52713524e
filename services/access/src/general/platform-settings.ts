import type { PlatformSettings } from '@packhouse/peers/platform-settings.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { listProviders, placeProvider } from '../oauth/oauth-provider.ts';
import { changeSettings } from '../setting/settings.ts';
import { changeGeneralIn, shownGeneral } from './general.ts';

/** The settings of the whole installation, for the other services. */
export function platformSettings(context: Context): PlatformSettings {
  return {
    async read() {
      const [general, access, providers] = await Promise.all([shownGeneral(context), context.settings.read(), listProviders(context.db)]);
      return { general, access, providers };
    },
    async change({ general, access, providers }, by) {
      await inChange(context, by, async (transaction, record) => {
        for (const provider of providers) await placeProvider(context, transaction, record, provider);
        if (Object.keys(general).length > 0) await changeGeneralIn(transaction, record, general);
        if (Object.keys(access).length === 0) return;
        const { before, after } = await changeSettings(transaction, access);
        await record({ action: 'setting.changed', subject: 'access', before, after });
      });
      await context.general.refresh();
    },
  };
}
