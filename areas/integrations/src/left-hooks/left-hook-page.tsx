import { call, notifyFailure, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, usePagedList } from '@packhouse/console-kit/lists.ts';
import { forgetLeftHooks, type LeftHook, listLeftHooks } from '@packhouse/contract/scanning/git-hook-routes.ts';
import { Button, EmptyState, notify, RelativeTime, StatusTag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { integrationsPath } from '../integrations-screens.ts';
import { getVendorLabel, t } from '../integrations-words.ts';

/** They are asked for again so often while somebody still tries. */
const often = 10_000;

function columns(): Column<LeftHook>[] {
  return [
    { id: 'repository', title: t('gitRepository'), card: 'title', render: ({ repository }) => <span className="ph-mono">{repository}</span> },
    {
      id: 'integration',
      title: t('integration'),
      card: 'fact',
      render: ({ name, vendorName, url }) => (
        <>
          {name} <span className="ph-muted">{getVendorLabel(vendorName)}</span> <span className="ph-mono ph-muted">{url}</span>
        </>
      ),
    },
    { id: 'hook', title: t('hook'), render: ({ hookId }) => <span className="ph-mono">{hookId}</span> },
    { id: 'left', title: t('leftSince'), render: ({ leftAt }) => <RelativeTime at={leftAt} /> },
    {
      id: 'next',
      title: t('nextAttempt'),
      card: 'fact',
      render: ({ nextAt }) => (nextAt === null ? <StatusTag kind="bad">{t('givenUp')}</StatusTag> : <RelativeTime at={nextAt} />),
    },
    { id: 'why', title: t('why'), render: ({ error }) => error && words().said(error) },
  ];
}

async function forget(): Promise<void> {
  try {
    const { forgotten } = await call(forgetLeftHooks, {});
    notify.good(t('forgotten', { count: forgotten }));
    await refresh(listLeftHooks);
  } catch (error) {
    notifyFailure(error as Error);
  }
}

/** Hooks of deleted integrations that are still at their vendors. */
export function LeftHookPage() {
  const refusal = useRefusal(forgetLeftHooks);
  const hidden = useRefusal(listLeftHooks);
  const list = usePagedList(listLeftHooks, { query: {} }, { refusal: hidden, every: (rows) => (rows.some(({ nextAt }) => nextAt !== null) ? often : false) });
  const isAnyGivenUp = list.rows?.some(({ nextAt }) => nextAt === null) ?? false;
  return (
    <ListPage
      id="left-hooks"
      title={t('leftHooks')}
      subtitle={t('leftHooksAbout')}
      breadcrumb={[{ label: t('integrations'), to: integrationsPath }, { label: t('leftHooks') }]}
      actions={
        isAnyGivenUp && (
          <Button icon="trash" refusal={refusal} onClick={() => void forget()}>
            {t('forgetLeft')}
          </Button>
        )
      }
      list={list}
      columns={columns()}
      rowKey={({ id }) => String(id)}
      rowName={({ repository }) => repository}
      none={<EmptyState icon="good" title={t('noLeftHooks')} />}
    />
  );
}
