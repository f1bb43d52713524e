import { Failure, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import {
  createDistributionRepository,
  type DistributionRepository,
  listDistributionRepositories,
} from '@packhouse/contract/distribution/distribution-routes.ts';
import { Button, EmptyState, Page, Section, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { AdminTabs } from './admin-tabs.tsx';
import { NewRepository } from './new-repository.tsx';
import { Signers } from './signers.tsx';
import { SigningKey } from './signing-key.tsx';
import { t } from './targets-words.ts';
import '../distribution.css';

type Row = z.output<typeof DistributionRepository>;

const columns = (): Column<Row>[] => [
  {
    id: 'key',
    title: t('repositoryKey'),
    card: 'title',
    render: ({ repoKey, isDefault }) => (
      <span className="dist-tags">
        <Link to={`/repos/tree/${encodeURIComponent(repoKey)}`} className="ph-main-link ph-mono">
          {repoKey}
        </Link>
        {isDefault && <Tag accent>{t('usual')}</Tag>}
      </span>
    ),
  },
];

/** Shows what signs release bundles, whose are taken, and what keeps their files; whether one is being created is in the address. */
export function SettingsPage() {
  const [params, setParams] = useSearchParams();
  const refusal = useRefusal(createDistributionRepository);
  const { data, error, refetch } = useQuery(query(listDistributionRepositories, { query: { type: 'distribution' } }));
  const create = (
    <Button icon="plus" refusal={refusal} onClick={() => setParams({ create: '1' }, { replace: true })}>
      {t('newRepository')}
    </Button>
  );
  return (
    <Page title={t('settingsTitle')} subtitle={t('aboutSettings')}>
      <AdminTabs />
      <SigningKey />
      <Signers />
      <Section title={t('repositories')} actions={data && data.length > 0 ? create : undefined}>
        {error && !data ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            id="distribution-repositories"
            label={t('repositories')}
            columns={columns()}
            rows={data}
            rowKey={({ repoKey }) => repoKey}
            empty={
              <EmptyState icon="repository" title={t('noRepositories')} action={create}>
                {t('noRepositoriesHelp')}
              </EmptyState>
            }
          />
        )}
      </Section>
      {params.get('create') === '1' && <NewRepository onClose={() => setParams({}, { replace: true })} />}
    </Page>
  );
}
