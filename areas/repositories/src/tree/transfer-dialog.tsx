import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { copyArtifact, moveArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { Banner, Button, notify } from '@packhouse/ui/core.ts';
import { Form, Input, Select } from '@packhouse/ui/form/form.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Details } from '../item-details.ts';
import { plain } from './listed-values.ts';
import { treePath } from './tree-path.ts';
import { t } from './tree-words.ts';

interface Draft {
  targetRepoKey: string | undefined;
  targetPath: string;
}

interface TransferProps {
  details: Details;
  move: boolean;
}

/** Counts what would be copied or moved, by what stands in the form. */
function Check({ details: { repoKey, path }, move }: TransferProps) {
  const form = Form.useFormInstance<Draft>();
  const work = useMutation(mutation(move ? moveArtifact : copyArtifact));
  const check = async () => {
    const { targetRepoKey = '', targetPath } = await form.validateFields();
    work.mutate({ body: { repoKey, path, targetRepoKey, targetPath, dryRun: true } });
  };
  return (
    <div className="ph-stack">
      <div>
        <Button onClick={() => void check().catch(() => undefined)} loading={work.isPending}>
          {t('check')}
        </Button>
      </div>
      {work.data && <Banner kind="info">{t(move ? 'wouldMove' : 'wouldCopy', { count: work.data.files })}</Banner>}
      {work.error && <Banner kind="bad">{work.error.message}</Banner>}
    </div>
  );
}

/** Asks where to, can count first, and then goes there. */
export function TransferDialog({ details, move, onClose }: TransferProps & { onClose: () => void }) {
  const { repoKey, path, format, name, class: kind } = details;
  const navigate = useNavigate();
  const locals = useQuery(query(listRepositories, { query: { class: 'local', format, limit: 500 } }));
  const options = (locals.data?.items ?? []).map(({ key }) => ({ value: key, label: key }));
  return (
    <RecordDrawer<typeof moveArtifact, Draft>
      shape="dialog"
      title={t(move ? 'moveTitle' : 'copyTitle', { name: name || repoKey })}
      submitLabel={t(move ? 'moveAction' : 'copyAction')}
      onClose={onClose}
      save={move ? moveArtifact : copyArtifact}
      before={{ targetRepoKey: kind === 'local' ? repoKey : undefined, targetPath: path }}
      input={({ targetRepoKey = '', targetPath }) => ({ body: { repoKey, path, targetRepoKey, targetPath, dryRun: false } })}
      stale={[]}
      onSaved={(done) => {
        notify.good(t(move ? 'moved' : 'copied', { count: done.files }));
        onClose();
        void navigate(treePath(done));
      }}
      curl={false}
    >
      <Form.Item name="targetRepoKey" label={t('targetRepository')} rules={[{ required: true, message: t('targetMissing') }]}>
        <Select showSearch options={options} loading={locals.isPending} />
      </Form.Item>
      <Form.Item name="targetPath" label={t('targetPath')} extra={t('targetPathHint')} rules={[{ max: 1100, message: t('targetPathLong') }]}>
        <Input {...plain} autoFocus />
      </Form.Item>
      <Check details={details} move={move} />
    </RecordDrawer>
  );
}
