import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { type CustomIssue, createCustomIssue, deleteCustomIssue, listCustomIssues } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
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
const issuePath = (id: string) => `${customIssuesPath}?issue=${encodeURIComponent(id)}`;

function columns(): Column<CustomIssue>[] {
  return [
    {
      id: 'issue',
      title: t('id'),
      card: 'title',
      width: '34%',
      render: ({ id, summary }) => (
        <span className="scan-two-lines">
          <Link to={issuePath(id)} className="ph-main-link">
            {id}
          </Link>
          <span className="ph-muted">{summary}</span>
        </span>
      ),
    },
    { id: 'severity', title: t('severity'), card: 'fact', width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
    {
      id: 'packages',
      title: t('packages'),
      render: ({ components }) => <span className="scan-where">{components.map(({ id }) => id).join(', ')}</span>,
    },
    { id: 'findings', title: t('findings'), card: 'fact', width: '140px', render: ({ findings }) => t('findingsText', { count: findings }) },
    { id: 'author', title: t('author'), width: '130px', render: ({ author }) => author },
    { id: 'modified', title: t('modified'), width: '120px', render: ({ modified }) => <RelativeTime at={modified} /> },
  ];
}

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

/** Vulnerabilities that people here describe; page and what is open are in the address. */
export function IssueListPage() {
  const page = usePageNumber();
  const query = { num_of_rows: rowsPerPage, page_num: page };
  const list = useList(listCustomIssues, { query }, { rows: ({ data }) => data, live: ['audit.custom-issue.'] });
  const [{ issue: open }, change] = useAddress('issue');
  const [removing, setRemoving] = useState<string>();
  const edited = list.rows?.find(({ id }) => id === open);
  const newButton = (
    <Button kind="primary" icon="plus" refusal={useRefusal(createCustomIssue)} onClick={() => change({ issue: 'new' })}>
      {t('describe')}
    </Button>
  );
  const rowActions = ({ id }: CustomIssue): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: issuePath(id), keys: 'e' },
    { label: t('showViolations'), icon: 'shield', to: `${violationListPath}?subject=${encodeURIComponent(id)}` },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(id) },
  ];
  return (
    <ListPage
      id="custom-issues"
      title={t('issues')}
      count={list.answer?.total_count}
      subtitle={t('about')}
      actions={newButton}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      href={({ id }) => issuePath(id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="shield" title={t('none')} action={newButton}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('issues')} page={page} rows={list.answer?.total_count} rowsPerPage={rowsPerPage} />
      {(open === 'new' || edited) && <IssueDrawer key={open} issue={edited} onClose={() => change({ issue: '' })} />}
      {removing !== undefined && <DeleteIssue id={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
