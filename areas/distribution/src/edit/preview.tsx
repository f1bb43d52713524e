import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { previewReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Banner, Button, EmptyState, formatBytes } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from '../distribution-words.ts';
import { fileColumns } from '../release-bundle/file-columns.tsx';
import { inForm, type ReleaseBundleDraft, readSource } from './release-bundle-draft.ts';

/** The files that the draft would have now; asked for with a button, since queries can be long under way. */
export function Preview({ initial }: { initial: ReleaseBundleDraft }) {
  const form = Form.useFormInstance<ReleaseBundleDraft>();
  const draft = { ...initial, ...Form.useWatch((all: ReleaseBundleDraft) => all, { form, preserve: true }) };
  const trial = useMutation(mutation(previewReleaseBundle));
  const now = JSON.stringify(readSource(draft));
  const isOld = trial.variables !== undefined && JSON.stringify(trial.variables.body.source) !== now;
  const shown = isOld ? undefined : trial.data;
  const show = () => trial.mutate({ body: { source: readSource({ ...initial, ...form.getFieldsValue(true) }) } });
  return (
    <FormGroup title={t('preview')} text={t('previewHelp')}>
      <span>
        <Button icon="eye" loading={trial.isPending} onClick={show}>
          {t('showFiles')}
        </Button>
      </span>
      {trial.error && !isOld && <Banner kind="bad">{readWords(trial.error)}</Banner>}
      {shown && (
        <>
          <p aria-live="polite">{t('previewTotal', { count: shown.total, size: formatBytes(shown.bytes) })}</p>
          <DataTable
            id="release-bundle-preview"
            label={t('preview')}
            columns={fileColumns({ linked: false })}
            rows={shown.items}
            rowKey={({ repository, path }) => `${repository}/${path}`}
            total={shown.total}
            empty={
              <EmptyState icon="search" title={t('previewNone')}>
                {t('previewNoneHelp')}
              </EmptyState>
            }
          />
        </>
      )}
    </FormGroup>
  );
}

/** All that a refusal says, whichever field it is about. */
function readWords(error: Error): string {
  const { message, fields = [] } = inForm(error) as Error & { fields?: readonly { message: string }[] };
  return fields.length > 0 ? fields.map((field) => field.message).join(' ') : message;
}
