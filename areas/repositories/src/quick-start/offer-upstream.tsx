import { refresh } from '@packhouse/console-kit/console-kit.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { UpstreamUrl } from '@packhouse/contract/repositories/repository-settings.ts';
import { Banner, Button, TextField } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { type Dispatch, useState } from 'react';
import type { QuickStart, QuickStartAction } from './quick-start.ts';
import { t } from './quick-start-words.ts';
import { createRepositories, notifyEach } from './use-quick-start.ts';

/** Says that nothing can be pulled, and makes the remote repository of an upstream that is named now. */
export function OfferUpstream({ state, dispatch }: { state: QuickStart; dispatch: Dispatch<QuickStartAction> }) {
  const { activeType: type = 'Docker', repoPrefix, repoLayouts } = state;
  const [url, setUrl] = useState(() => repoLayouts.find(({ repoType }) => repoType === type)?.upstreamUrl ?? '');
  const [creating, setCreating] = useState(false);
  const problem = url.trim() === '' ? undefined : spokenProblem(UpstreamUrl.safeParse(url.trim()));
  const create = async () => {
    setCreating(true);
    try {
      const { remoteRepos } = await createRepositories({ type, repoPrefix, upstreamUrl: url });
      await refresh(listRepositories);
      if (remoteRepos[0] !== undefined) dispatch({ type: 'remoteMade', remote: remoteRepos[0] });
    } catch (error) {
      notifyEach(error);
    } finally {
      setCreating(false);
    }
  };
  return (
    <>
      <Banner kind="info">{t('noRemote')}</Banner>
      <TextField label={t('upstream')} value={url} problem={problem} onChange={setUrl} type="url" mono />
      <div>
        <Button disabled={url.trim() === '' || problem !== undefined} loading={creating} onClick={() => void create()}>
          {t('createRemote')}
        </Button>
      </div>
    </>
  );
}
