import { useSession } from '@packhouse/console-kit/session/session.ts';
import { pipelinePaths, whyPipelinesTeaser } from '../navigation/pipelines-teaser.ts';
import { t } from './system-page-words.ts';
import { Teaser } from './teaser.tsx';

/** Explains what pipelines are, where they do not run; where they do, the way leads to them. */
export function PipelinesTeaserPage() {
  const missing = { service: t('pipelinesTeaserAbsent'), licence: t('pipelinesTeaserAbsent') };
  return (
    <Teaser
      title={t('pipelinesTeaser')}
      icon="play"
      why={whyPipelinesTeaser(useSession())}
      missing={missing}
      text={t('pipelinesTeaserText')}
      to={pipelinePaths.main}
    />
  );
}
