import { refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createQuickRepos } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { notify, Page, RefusedState, Skeleton } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ContainerWizard } from './container-wizard.tsx';
import { hasSteps } from './quick-start.ts';
import { t } from './quick-start-words.ts';
import { TypeSelection } from './type-selection.tsx';
import { createRepositories, notifyEach, useQuickStart } from './use-quick-start.ts';
import './quick-start.css';

const product = 'Packhouse';

/** From nothing to a client that pulls and pushes: choose a type, have its repositories made, follow the steps. */
export function QuickStartPage() {
  const { state, dispatch, supported } = useQuickStart();
  const [creating, setCreating] = useState(false);
  const refusal = useRefusal(createQuickRepos);
  const navigate = useNavigate();
  const create = async (upstreamUrl: string) => {
    const type = state.activeType;
    if (!type) return;
    setCreating(true);
    try {
      const made = await createRepositories({ type, repoPrefix: state.repoPrefix, upstreamUrl });
      await refresh(listRepositories);
      if (made.withoutUpstream) notify.warning(t('noRemoteMade', { type }));
      if (hasSteps(type)) dispatch({ type: 'created', ...made });
      else void navigate(`/set-me-up/${encodeURIComponent(made.virtualRepos[0] ?? made.localRepos[0] ?? '')}`);
    } catch (error) {
      notifyEach(error);
    } finally {
      setCreating(false);
    }
  };
  if (refusal !== undefined)
    return (
      <Page title={t('welcome', { product })}>
        <RefusedState message={refusal} />
      </Page>
    );
  if (state.running) return <ContainerWizard state={state} dispatch={dispatch} />;
  return (
    <Page title={t('welcome', { product })} subtitle={t('selectType')}>
      <p className="quick-text">{t('explanation')}</p>
      {state.fetching || !state.visible ? (
        <Skeleton lines={6} height={40} />
      ) : (
        <TypeSelection state={state} dispatch={dispatch} supported={supported} creating={creating} onCreate={(upstreamUrl) => void create(upstreamUrl)} />
      )}
    </Page>
  );
}
