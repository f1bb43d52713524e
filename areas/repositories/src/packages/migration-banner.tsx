import { query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { packageMigration } from '@packhouse/contract/repositories/package-routes.ts';
import { Banner, formatNumber } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './package-list-words.ts';

const often = 3000;

/** Warns that lists may be incomplete while packages are read again after an upgrade; nothing at other times. */
export function MigrationBanner() {
  useLive(['package.migrated'], packageMigration);
  const { data } = useQuery({ ...query(packageMigration, {}), refetchInterval: ({ state }) => (state.data?.running ? often : false) });
  if (!data?.running) return null;
  return <Banner kind="info">{t('migrating', { done: formatNumber(data.done), total: formatNumber(data.total) })}</Banner>;
}
