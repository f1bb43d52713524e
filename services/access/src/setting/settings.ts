import { AccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from './setting-queries.ts';

export interface Settings {
  read(): Promise<AccessSettings>;
  forget(): void;
}

const standard: AccessSettings = { anonymousAccess: false, anonymousUiBlocked: false, requireSecondFactor: false, passwordExpiryDays: 0 };
const seconds = 30;

async function readSettings(db: Db): Promise<AccessSettings> {
  const stored = Object.fromEntries((await selectSettings(db)).map(({ name, value }) => [name, value]));
  return AccessSettings.parse({ ...standard, ...stored });
}

/** The settings, remembered until they change; at the latest after half a minute they are read again, should an announcement be lost. */
export function rememberedSettings(db: Db): Settings {
  let known: { value: Promise<AccessSettings>; until: number } | undefined;
  return {
    read() {
      if (!known || known.until < Date.now()) {
        const entry = { value: readSettings(db), until: Date.now() + seconds * 1000 };
        entry.value.catch(() => {
          if (known === entry) known = undefined;
        });
        known = entry;
      }
      return known.value;
    },
    forget() {
      known = undefined;
    },
  };
}

/** Changes the settings named and answers with what held before and holds now. */
export async function changeSettings(db: Db, change: Partial<AccessSettings>): Promise<{ before: AccessSettings; after: AccessSettings }> {
  const before = await readSettings(db);
  for (const [name, value] of Object.entries(change)) await upsertSetting(db, name, value);
  return { before, after: await readSettings(db) };
}

/** The name by which tokens call this deployment, made at its first start. */
export async function deploymentId(db: Db, fresh: () => string): Promise<string> {
  await upsertSetting(db, 'deploymentId', fresh(), { keep: true });
  const found = (await selectSettings(db)).find(({ name }) => name === 'deploymentId');
  return String(found?.value);
}

export { selectSettings, upsertSetting };
