import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { listRepositoryInfo, type RepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { Button, EmptyState, Page, Section, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { AdminTabs } from './admin-tabs.tsx';
import { NewRepository } from './new-repository.tsx';
import { Signers } from './signers.tsx';
import { SigningKey } from './signing-key.tsx';
import { t } from './targets-words.ts';
import '../distribution.css';

const columns = (): Column<RepositoryInfo>[] => [
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
  const [{ create: creating }, change] = useAddress('create');
  const refusal = useRefusal(createDistributionRepository);
  const list = useList(listRepositoryInfo, { query: { type: 'distribution' } }, { rows: (repositories) => repositories });
  const create = (
    <Button icon="plus" refusal={refusal} onClick={() => change({ create: '1' })}>
      {t('newRepository')}
    </Button>
  );
  return (
    <Page title={t('settingsTitle')} subtitle={t('aboutSettings')}>
      <AdminTabs />
      <SigningKey />
      <Signers />
      <Section title={t('repositories')} actions={list.rows && list.rows.length > 0 ? create : undefined}>
        <ListTable
          id="distribution-repositories"
          label={t('repositories')}
          list={list}
          columns={columns()}
          rowKey={({ repoKey }) => repoKey}
          none={
            <EmptyState icon="repository" title={t('noRepositories')} action={create}>
              {t('noRepositoriesHelp')}
            </EmptyState>
          }
        />
      </Section>
      {creating === '1' && <NewRepository onClose={() => change({ create: '' })} />}
    </Page>
  );
}
