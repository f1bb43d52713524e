import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { EmptyState, Page } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { t } from './governing-words.ts';

/** A page about the project that is chosen; without one it says how to choose it. */
export function OfChosenProject({ title, children }: { title: string; children: (projectKey: string) => ReactNode }) {
  const { projectKey } = useSession();
  if (projectKey !== undefined) return children(projectKey);
  return (
    <Page title={title} narrow>
      <EmptyState icon="folder" title={t('chooseProject')}>
        {t('chooseProjectHelp')}
      </EmptyState>
    </Page>
  );
}
