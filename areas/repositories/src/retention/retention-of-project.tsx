import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { EmptyState, Page } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { EditRetentionPage, NewRetentionPage } from './retention-form-page.tsx';
import { RetentionListPage } from './retention-list-page.tsx';
import { t } from './retention-words.ts';

/** Without a chosen project it says how to choose one: what is made there belongs to it. */
function OfChosenProject({ children }: { children: ReactNode }) {
  if (useSession().projectKey !== undefined) return children;
  return (
    <Page title={t('retention')} narrow>
      <EmptyState icon="folder" title={t('chooseProject')} />
    </Page>
  );
}

/** The policies of the chosen project. */
export function ProjectRetentionListPage() {
  return (
    <OfChosenProject>
      <RetentionListPage />
    </OfChosenProject>
  );
}

/** A new policy of the chosen project. */
export function NewProjectRetentionPage() {
  return (
    <OfChosenProject>
      <NewRetentionPage />
    </OfChosenProject>
  );
}

/** One policy of the chosen project. */
export function EditProjectRetentionPage() {
  return (
    <OfChosenProject>
      <EditRetentionPage />
    </OfChosenProject>
  );
}
