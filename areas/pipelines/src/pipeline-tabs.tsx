import type { Pipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { RelativeTime, RouteTabs } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { definitionPath, logsPath, pipelinePath } from './pipelines-screens.ts';
import { t } from './pipelines-words.ts';

/** Stands below the name on all pages of a pipeline, so that nothing moves between them: what it is for, and when it runs by itself next. */
export function getLead({ description, nextAt }: Pipeline): ReactNode {
  if (!nextAt) return description;
  return (
    <>
      {description && <span>{description}</span>}
      <span>
        {t('nextAt')}: <RelativeTime at={nextAt} />
      </span>
    </>
  );
}

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
