import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { type CustomIssue, deleteCustomIssue, listCustomIssues } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { Button, Deletion, EmptyState, type MenuEntry, RelativeTime, SeverityTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { violationListPath } from '../governing/governing-screens.ts';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { IssueDrawer } from './issue-drawer.tsx';
import { customIssuesPath } from './issues-screens.ts';
import { t } from './issues-words.ts';
import '../scanning.css';

const rowsPerPage = 50;

const getViolationsPath = (id: string) => `${violationListPath}?subject=${encodeURIComponent(id)}`;

/** Where an issue leads on a page that lists it: to its form, or to what follows from it for those who may not change it. */
const getAddress =
  (path: string) =>
  ({ id, may_change }: CustomIssue) =>
    may_change ? `${path}?issue=${encodeURIComponent(id)}` : getViolationsPath(id);

function columns(addressOf: (issue: CustomIssue) => string, ofProject: boolean): Column<CustomIssue>[] {
  return [
    {
      id: 'issue',
      title: t('id'),
      card: 'title',
      width: '27%',
      render: (issue) => (
        <span className="scan-two-lines">
          <Link to={addressOf(issue)} className="ph-main-link">
            {issue.id}
          </Link>
          <span className="ph-muted">{issue.summary}</span>
        </span>
      ),
    },
    { id: 'severity', title: t('severity'), card: 'fact', width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
    {
      id: 'packages',
      width: '20%',
      title: t('packages'),
      render: ({ components }) => <span className="scan-where">{components.map(({ id }) => id).join(', ')}</span>,
    },
    { id: 'findings', title: t('findings'), card: 'fact', width: '140px', render: ({ findings }) => t('findingsText', { count: findings }) },
    ...(ofProject ? [] : [placeColumn]),
    { id: 'author', title: t('author'), width: '130px', render: ({ author }) => author },
    { id: 'modified', title: t('modified'), width: '120px', render: ({ modified }) => <RelativeTime at={modified} /> },
  ];
}

const placeColumn: Column<CustomIssue> = {
  id: 'project',
  title: t('project'),
  card: 'fact',
  width: '120px',
  render: ({ project }) => project ?? <span className="ph-muted">{t('everywhere')}</span>,
};

function DeleteIssue({ id, onClose }: { id: string; onClose: () => void }) {
  const work = async () => {
    await call(deleteCustomIssue, { params: { id } });
    await refresh(listCustomIssues);
  };
  return (
    <Deletion title={t('removeTitle', { id })} action={t('remove')} work={work} done={t('removed', { id })} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}

interface IssueListProps {
  path: string;
  /** Only those of this project, and new ones are of it. */
  project?: string;
  /** Why the reader may describe none here. */
  refusal: string | undefined;
}

/** Vulnerabilities that people describe; page and what is open are in the address. */
export function IssueList({ path, project, refusal }: IssueListProps) {
  const page = usePageNumber();
  const query = { num_of_rows: rowsPerPage, page_num: page, ...(project === undefined ? {} : { projectKey: project }) };
  const list = useList(listCustomIssues, { query }, { rows: ({ data }) => data, live: ['audit.custom-issue.'] });
  const [{ issue: open }, change] = useAddress('issue');
  const [removing, setRemoving] = useState<string>();
  const addressOf = getAddress(path);
  const edited = list.rows?.find(({ id, may_change }) => id === open && may_change);
  const newButton = (
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => change({ issue: 'new' })}>
      {t('describe')}
    </Button>
  );
  const rowActions = ({ id, may_change }: CustomIssue): MenuEntry[] => [
    ...(may_change ? [{ label: t('edit'), icon: 'edit', to: `${path}?issue=${encodeURIComponent(id)}`, keys: 'e' } as const] : []),
    { label: t('showViolations'), icon: 'shield', to: getViolationsPath(id) },
    ...(may_change ? ([{ line: true }, { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(id) }] as const) : []),
  ];
  return (
    <ListPage
      id="custom-issues"
      title={t('issues')}
      count={list.answer?.total_count}
      subtitle={t(project === undefined ? 'about' : 'ofProject')}
      actions={newButton}
      list={list}
      columns={columns(addressOf, project !== undefined)}
      rowKey={({ id }) => id}
      href={addressOf}
      rowActions={rowActions}
      none={
        <EmptyState icon="shield" title={t('none')} action={newButton}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('issues')} page={page} rows={list.answer?.total_count} rowsPerPage={rowsPerPage} />
      {(open === 'new' || edited) && <IssueDrawer key={open} issue={edited} project={project} onClose={() => change({ issue: '' })} />}
      {removing !== undefined && <DeleteIssue id={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

/** All vulnerabilities that people here describe. */
export function IssueListPage() {
  return <IssueList path={customIssuesPath} refusal={useRefusal({ access: 'administrator' })} />;
}
