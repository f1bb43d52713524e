import type { PlatformSettings } from '@packhouse/peers/platform-settings.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { changeSettings } from '../setting/settings.ts';
import { changeGeneralIn, shownGeneral } from './general.ts';

/** The settings of the whole installation, for the other services. */
export function platformSettings(context: Context): PlatformSettings {
  return {
    async read() {
      const [general, access] = await Promise.all([shownGeneral(context), context.settings.read()]);
      return { general, access };
    },
    async change({ general, access }, by) {
      await inChange(context, by, async (transaction, record) => {
        if (Object.keys(general).length > 0) await changeGeneralIn(transaction, record, general);
        if (Object.keys(access).length === 0) return;
        const { before, after } = await changeSettings(transaction, access);
        await record({ action: 'setting.changed', subject: 'access', before, after });
      });
      await context.general.refresh();
    },
  };
}
