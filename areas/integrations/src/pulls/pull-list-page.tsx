import { useLive } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type GitPullRequest, listGitPullRequests, pullStates } from '@packhouse/contract/scanning/git-pull-routes.ts';
import { readGitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { EmptyState, LinkButton, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { gitScanningPath, pullRequestPath } from '../integrations-screens.ts';
import { ChooseConnection } from '../scanning/no-connection.tsx';
import { Added, PullState, PullVerdict } from './pull-verdict.tsx';
import { t } from './pull-words.ts';
import { useRepositoryAddress, useRepositoryName } from './repository-address.ts';
import '../integrations.css';

/** The pull requests of a repository. */
export function PullListPage() {
  const address = useRepositoryAddress();
  return address.isNamed ? <Pulls /> : <ChooseConnection title={t('pullRequests')} />;
}

function columns(getPath: (pull: GitPullRequest) => string): Column<GitPullRequest>[] {
  return [
    {
      id: 'pull',
      title: t('pull'),
      card: 'title',
      width: '34%',
      render: (pull) => (
        <Link to={getPath(pull)} className="ph-main-link">
          {t('titled', { number: String(pull.number), title: pull.title })}
        </Link>
      ),
    },
    { id: 'state', title: t('state'), card: 'fact', width: '130px', render: ({ state }) => <PullState state={state} /> },
    { id: 'verdict', title: t('verdict'), card: 'fact', width: '130px', render: ({ scan }) => <PullVerdict scan={scan} /> },
    { id: 'adds', title: t('addsWhat'), render: ({ scan }) => scan && <Added scan={scan} /> },
    { id: 'fixes', title: t('fixes'), align: 'end', width: '80px', render: ({ scan }) => scan?.fixed },
    { id: 'scanned', title: t('scanned'), render: ({ scan }) => scan && <RelativeTime at={scan.at} /> },
  ];
}

function StateFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="integration-show">
      <span className="ph-muted">{t('show')}</span>
      <select className="ph-input" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('showAll')}</option>
        {pullStates.map((state) => (
          <option key={state} value={state}>
            {t(`state_${state}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Pulls() {
  const address = useRepositoryAddress();
  const name = useRepositoryName(address);
  const filters = useFilters('state');
  const state = pullStates.find((one) => one === filters.values.state);
  const list = usePagedList(listGitPullRequests, { params: address.params, query: state === undefined ? {} : { state } }, { live: ['git.'] });
  useLive(['git.'], readGitRepository);
  const getPath = ({ number }: GitPullRequest) => pullRequestPath({ ...address.address, number: String(number) });
  return (
    <ListPage
      id="git-pull-requests"
      title={t('pullRequests')}
      subtitle={
        <>
          <span className="ph-mono">{name}</span> {t('about')}
        </>
      }
      breadcrumb={[...address.way, { label: t('pullRequests') }]}
      list={list}
      filters={filters}
      toolbar={<StateFilter value={filters.values.state} onChange={(value) => filters.change({ state: value })} />}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      columns={columns(getPath)}
      rowKey={({ number }) => String(number)}
      rowName={({ title }) => title}
      href={getPath}
      none={
        <EmptyState
          icon="list"
          title={t('none')}
          action={
            <LinkButton to={gitScanningPath(address.address)} icon="arrow-left">
              {t('toRepositories')}
            </LinkButton>
          }
        >
          {t('noneHelp')}
        </EmptyState>
      }
    />
  );
}
