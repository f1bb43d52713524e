import { AccessSettings, compatibleRealm } from '@packhouse/contract/access/access-setting-routes.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from './setting-queries.ts';

export interface Settings {
  read(): Promise<AccessSettings>;
  /** The realm as it was last read, for refusals that are written at once. */
  basicRealm(): string;
  forget(): void;
}

const standard: AccessSettings = {
  anonymousAccess: false,
  anonymousUiBlocked: false,
  requireSecondFactor: false,
  passwordExpiryDays: 0,
  lockAfterFailures: 0,
  basicRealm: compatibleRealm,
};
const seconds = 30;

async function readSettings(db: Db): Promise<AccessSettings> {
  const stored = Object.fromEntries((await selectSettings(db)).map(({ name, value }) => [name, value]));
  return AccessSettings.parse({ ...standard, ...stored });
}

/** The settings, remembered until they change; at the latest after half a minute they are read again, should an announcement be lost. */
export function rememberedSettings(db: Db): Settings {
  let known: { value: Promise<AccessSettings>; until: number } | undefined;
  let realm = standard.basicRealm;
  function read(): Promise<AccessSettings> {
    if (!known || known.until < Date.now()) {
      const entry = { value: readSettings(db), until: Date.now() + seconds * 1000 };
      entry.value.then(
        ({ basicRealm }) => {
          realm = basicRealm;
        },
        () => {
          if (known === entry) known = undefined;
        },
      );
      known = entry;
    }
    return known.value;
  }
  return {
    read,
    basicRealm: () => realm,
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
