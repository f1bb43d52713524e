import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deletePipeline, listPipelines } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './pipelines-words.ts';

interface DeletePipelineProps {
  name: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a pipeline goes with all its runs. */
export function DeletePipeline({ name, onClose, onDeleted }: DeletePipelineProps) {
  const work = async () => {
    await call(deletePipeline, { params: { name } });
    await refresh(listPipelines);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} name={name} work={work} done={t('removed')} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
