import { RouteTabs } from '@packhouse/ui/core.ts';
import { t } from './pipelines-words.ts';
import { runnerListPath, secretListPath } from './runner-paths.ts';

/** What commands run on, and what they are given. */
export function RunnerTabs() {
  return (
    <RouteTabs
      label={t('runners')}
      tabs={[
        { to: runnerListPath, label: t('runners'), end: true },
        { to: secretListPath, label: t('secrets') },
      ]}
    />
  );
}
