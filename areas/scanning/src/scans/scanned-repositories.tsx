import { query } from '@packhouse/console-kit/console-kit.ts';
import { constants } from '@packhouse/contract/constants.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { readIndex } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { EmptyState, FormatIcon, type MenuEntry, notify, Section, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { takesBills } from './bill-dialog.tsx';
import { t } from './scans-words.ts';

type Indexed = z.output<typeof readIndex.reply>['data'][number];

function columns(): Column<Indexed>[] {
  return [
    { id: 'name', title: t('repository'), card: 'title', width: '34%', render: ({ name }) => <span className="ph-main-link">{name}</span> },
    {
      id: 'format',
      title: t('format'),
      width: '16%',
      render: ({ pkg_type }) => (
        <span className="scan-name">
          <FormatIcon format={pkg_type} size={16} /> {getFormatTitle(pkg_type)}
        </span>
      ),
    },
    { id: 'kind', title: t('kind'), render: ({ type }) => (type === 'remote' ? t('is_remote') : t('is_local')) },
    {
      id: 'indexed',
      title: t('indexed'),
      card: 'fact',
      width: '140px',
      render: ({ indexed }) => <StatusTag kind={indexed ? 'good' : 'neutral'}>{indexed ? t('on') : t('off')}</StatusTag>,
    },
    { id: 'scanned', title: t('scanned'), card: 'fact', render: ({ scanned, total }) => t('scannedOf', { scanned, total }) },
  ];
}

/** Repositories that are looked into. What fails is told in a notification; the versions below stay. `onUpload`: an SBOM is to go into one of them. */
export function ScannedRepositories({ onUpload }: { onUpload: (repository: string) => void }) {
  const index = useQuery({ ...query(readIndex, {}), refetchInterval: constants.scanData.refresh });
  const { error } = index;
  useEffect(() => {
    if (error) notify.bad(error.message);
  }, [error]);
  const rowActions = (row: Indexed): MenuEntry[] => (takesBills(row) ? [{ label: t('uploadBill'), icon: 'upload', onSelect: () => onUpload(row.name) }] : []);
  return (
    <Section title={t('repositories')}>
      <DataTable<Indexed>
        id="scanned-repositories"
        label={t('repositories')}
        rows={index.data?.data ?? (error ? [] : undefined)}
        columns={columns()}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        rowActions={rowActions}
        empty={
          <EmptyState icon="shield" title={error?.message ?? t('noRepositories')}>
            {error ? undefined : t('noRepositoriesHelp')}
          </EmptyState>
        }
      />
    </Section>
  );
}
