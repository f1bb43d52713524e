import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import * as routes from '@packhouse/contract/repositories/artifact-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, notify, RouteTabs, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link, useLocation } from 'react-router';
import type { z } from 'zod';
import { treePath } from '../tree/tree-path.ts';
import { marksPath } from './marks-screens.ts';
import { t } from './marks-words.ts';

type Mark = z.output<typeof routes.listMarks.reply>['items'][number];

const getName = ({ repoKey, path }: Mark) => path.split('/').at(-1) || repoKey;

function columns(): Column<Mark>[] {
  return [
    {
      id: 'item',
      title: t('item'),
      card: 'title',
      width: '50%',
      render: (mark) => (
        <>
          <Link to={treePath(mark)} className="ph-main-link">
            {getName(mark)}
          </Link>{' '}
          {mark.path.includes('/') && <span className="ph-muted">{mark.path}</span>}
        </>
      ),
    },
    { id: 'repository', title: t('repository'), card: 'fact', render: ({ repoKey }) => <Link to={treePath({ repoKey, path: '' })}>{repoKey}</Link> },
    {
      id: 'marked',
      title: t('marked'),
      card: 'fact',
      render: ({ favourite, watched }) => (
        <>
          {favourite && <Tag>{t('favourite')}</Tag>} {watched && <Tag accent>{t('watched')}</Tag>}
        </>
      ),
    },
  ];
}

function change(route: typeof routes.watchArtifact, { repoKey, path }: Mark): void {
  void call(route, { body: { repoKey, path } })
    .then(() => refresh(routes.listMarks, routes.artifactDetails))
    .catch((error: Error) => notify.bad(error.message));
}

function rowActions(mark: Mark): MenuEntry[] {
  return [
    { label: t(mark.favourite ? 'removeFavourite' : 'addFavourite'), icon: 'star', onSelect: () => change(routes.toggleFavourite, mark) },
    { label: t(mark.watched ? 'unwatch' : 'watch'), icon: 'eye', onSelect: () => change(mark.watched ? routes.unwatchArtifact : routes.watchArtifact, mark) },
  ];
}

/** What the reader likes and watches, the last marked first; each is let go of here, too. */
export function MarkListPage() {
  const { pathname } = useLocation();
  const kind = pathname.endsWith('/favourites') ? 'favourites' : pathname.endsWith('/watches') ? 'watches' : 'all';
  const isShown = ({ favourite, watched }: Mark) => kind === 'all' || (kind === 'favourites' ? favourite : watched);
  const list = useList(routes.listMarks, {}, { rows: ({ items }) => items.filter(isShown), live: ['artifact.deleted', 'repository.'] });
  return (
    <ListPage
      id="marks"
      title={t('marks')}
      subtitle={t('about')}
      above={
        <RouteTabs
          label={t('kinds')}
          tabs={[
            { to: marksPath, label: t('all'), end: true },
            { to: `${marksPath}/favourites`, label: t('favourites') },
            { to: `${marksPath}/watches`, label: t('watches') },
          ]}
        />
      }
      list={list}
      columns={columns()}
      rowKey={({ repoKey, path }) => `${repoKey}/${path}`}
      rowName={getName}
      href={treePath}
      rowActions={rowActions}
      none={
        <EmptyState
          icon="star"
          title={t('nothing')}
          action={
            <LinkButton to="/repos/tree" icon="tree">
              {t('toArtifacts')}
            </LinkButton>
          }
        >
          {t('nothingHelp')}
        </EmptyState>
      }
    />
  );
}
