import { trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { TrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { selectTrashSettings, updateTrashSettings } from './trash-expiry-queries.ts';

/** How long deleted files stay now. */
export const readTrashSettings = ({ db }: Pick<Context, 'db'>): Promise<TrashSettings> => selectTrashSettings(db);

/** Says how long deleted files stay, with the entry in the audit log. */
export async function changeTrashSettingsIn(
  { platform }: Pick<Context, 'platform'>,
  tx: Transaction<RepositoriesSchema>,
  settings: TrashSettings,
  { actor, address }: { actor: { name: string }; address: string },
): Promise<void> {
  const before = await selectTrashSettings(tx);
  await updateTrashSettings(tx, settings);
  await platform.identity.audit({ actor: actor.name, address, action: 'trash-settings.changed', subject: trashKey, before, after: settings }, tx);
}
