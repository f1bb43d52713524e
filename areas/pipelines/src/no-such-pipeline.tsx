import { EmptyState, LinkButton } from '@packhouse/ui/core.ts';
import { pipelineListPath } from './pipelines-screens.ts';
import { t } from './pipelines-words.ts';

/** Stands where there is no such thing, or no more. */
export function Missing({ title }: { title: string }) {
  return <EmptyState icon="play" title={title} action={<LinkButton to={pipelineListPath}>{t('backToList')}</LinkButton>} />;
}
