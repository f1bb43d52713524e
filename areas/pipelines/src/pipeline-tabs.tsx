import { RouteTabs } from '@packhouse/ui/core.ts';
import { definitionPath, logsPath, pipelinePath } from './pipelines-screens.ts';
import { t } from './pipelines-words.ts';

/** The pages of a pipeline: its runs, what it says, and what runs told. */
export function PipelineTabs({ name }: { name: string }) {
  return (
    <RouteTabs
      label={name}
      tabs={[
        { to: pipelinePath(name), label: t('runs'), end: true },
        { to: definitionPath(name), label: t('definition') },
        { to: logsPath(name), label: t('logs') },
      ]}
    />
  );
}
