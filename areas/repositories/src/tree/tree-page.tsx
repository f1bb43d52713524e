import { Failure, getCommands, useCommands } from '@packhouse/console-kit/console-kit.ts';
import { browseTree, trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Button, EmptyState, FormatIcon, Icon, LinkButton, Page, SeverityTag, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { type TreeRow, VirtualTree } from '@packhouse/ui/table/data.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ArtifactPanel } from './artifact-panel.tsx';
import { isExpired } from './expiry.ts';
import { TrashPanel } from './trash-panel.tsx';
import { getPlace, treePath } from './tree-path.ts';
import { branchId, type TreeLine } from './tree-rows.ts';
import { t } from './tree-words.ts';
import { useTree } from './use-tree.ts';
import './tree.css';

/** The repository tree: every place has its address, its details stand beside it. */
export function TreePage() {
  const { repoKey, path } = getPlace(useLocation().pathname);
  const { rows, toggle, load, rootState } = useTree({ repoKey, path });
  const navigate = useNavigate();
  const open = useCallback(
    (row: TreeRow<TreeLine>) => {
      if (row.data.kind === 'failed') void load(row.data.parent);
      else if (row.data.kind === 'node') {
        if (row.expandable && !row.expanded) toggle(row.id, true);
        void navigate(treePath(row.data.node));
      }
    },
    [load, navigate, toggle],
  );
  const sight = useCallback(
    (row: TreeRow<TreeLine>) => {
      if (row.data.kind === 'more') void load(row.data.parent, true);
    },
    [load],
  );
  const turn = useCallback((row: TreeRow<TreeLine>, expand: boolean) => toggle(row.id, expand), [toggle]);
  // The folder that is open, or the one around the file that is.
  const isFolder = path === '' || rows.some(({ id, expandable }) => expandable && repoKey !== undefined && id === branchId(repoKey, path));
  const folder = isFolder ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));
  useCommands(() => getCommands(browseTree, { body: repoKey === undefined ? {} : { repoKey, path: folder } }));
  const empty = rootState?.state === 'ready' && rows.length === 0;
  return (
    <Page
      title={t('artifacts')}
      actions={
        <LinkButton to={repoKey && repoKey !== trashKey ? `/set-me-up/${encodeURIComponent(repoKey.replace(/-cache$/, ''))}` : '/set-me-up'} icon="bolt">
          {t('setMeUp')}
        </LinkButton>
      }
    >
      {empty ? (
        <EmptyState icon="tree" title={t('noRepositories')}>
          {t('noRepositoriesHelp')}
        </EmptyState>
      ) : (
        <div className={repoKey === undefined ? 'tree-split' : 'tree-split tree-chosen'}>
          <div className="tree-side">
            {rootState === undefined || (rootState.state === 'loading' && rows.length === 0) ? (
              <Skeleton lines={12} height={18} />
            ) : rootState.error && rootState.items.length === 0 ? (
              <Failure error={rootState.error} onRetry={() => void load('')} />
            ) : (
              <VirtualTree
                label={t('tree')}
                rows={rows}
                selected={repoKey === undefined ? undefined : branchId(repoKey, path)}
                render={getLine}
                onToggle={turn}
                onOpen={open}
                onSight={sight}
              />
            )}
          </div>
          <div className="tree-detail">
            {repoKey !== undefined && (
              <span className="tree-back">
                <LinkButton to="/repos/tree" icon="arrow-left" kind="ghost" size="small">
                  {t('backToTree')}
                </LinkButton>
              </span>
            )}
            <Detail repoKey={repoKey} path={path} onRefresh={() => repoKey && void load(branchId(repoKey, folder))} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Detail({ repoKey, path, onRefresh }: { repoKey: string | undefined; path: string; onRefresh: () => void }) {
  if (repoKey === undefined)
    return (
      <EmptyState icon="tree" title={t('choose')}>
        {t('chooseHelp')}
      </EmptyState>
    );
  if (repoKey === trashKey) return <TrashPanel path={path} />;
  return <ArtifactPanel key={`${repoKey}/${path}`} repoKey={repoKey} path={path} onRefresh={onRefresh} />;
}

function Line({ row }: { row: TreeRow<TreeLine> }) {
  const { data } = row;
  if (data.kind === 'more')
    return (
      <span className="tree-line ph-muted">
        <span className="ph-spinner" aria-hidden /> {t('loadMore')}
      </span>
    );
  if (data.kind === 'failed')
    return (
      <span className="tree-line tree-failed">
        <Icon name="bad" size={14} /> {data.message} <Button size="small">{t('retry')}</Button>
      </span>
    );
  const { node } = data;
  return (
    <span className="tree-line">
      {node.kind === 'repository' && node.format ? <FormatIcon format={node.format} size={18} /> : <Icon name={getIcon(node.kind, row.expanded)} size={16} />}
      <span className="tree-name" title={node.name}>
        {node.kind === 'trash' ? t('trash') : node.name}
      </span>
      {isExpired(node) && <StatusTag kind="warning">{t('expired')}</StatusTag>}
      {node.alert && <SeverityTag severity={node.alert} />}
    </span>
  );
}

const getLine = (row: TreeRow<TreeLine>) => <Line row={row} />;

function getIcon(kind: string, expanded: boolean) {
  if (kind === 'trash') return 'trash';
  if (kind === 'file') return 'file';
  return expanded ? 'folder-open' : 'folder';
}
