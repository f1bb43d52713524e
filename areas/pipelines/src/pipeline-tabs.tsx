import { RouteTabs } from '@packhouse/ui/core.ts';
import { definitionPath, pipelinePath } from './pipelines-screens.ts';
import { t } from './pipelines-words.ts';

/** The two pages of a pipeline: its runs, and what it says. */
export function PipelineTabs({ name }: { name: string }) {
  return (
    <RouteTabs
      label={name}
      tabs={[
        { to: pipelinePath(name), label: t('runs'), end: true },
        { to: definitionPath(name), label: t('definition') },
      ]}
    />
  );
}
