import { query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { listVexDocuments } from '@packhouse/contract/scanning/vex-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Button, Dialog, Field, notify, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useKeepsAll, useOwnProject } from '../governing/project-field.tsx';
import { largestInMegabytes, uploadVex } from './upload-vex.ts';
import { t } from './vex-words.ts';

interface ProjectChoiceProps {
  value: string;
  onChange: (key: string) => void;
}

/** All repositories or a project for those who keep all, else a project that they administer. */
function ProjectChoice({ value, onChange }: ProjectChoiceProps) {
  const id = useId();
  const keepsAll = useKeepsAll('policies');
  const { data = [] } = useQuery(query(listProjects, {}));
  const projects = data.filter(({ administrator }) => keepsAll || administrator);
  if (projects.length === 0) return null;
  return (
    <Field id={id} label={t('project')} hint={t('projectHelp')}>
      <select id={id} className="ph-input" value={value} aria-describedby={`${id}-hint`} onChange={({ target }) => onChange(target.value)}>
        {(keepsAll || value === '') && <option value="">{keepsAll ? t('everywhere') : ''}</option>}
        {projects.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Asks for a document and where it holds, and sends it. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const ids = { form: useId(), file: useId() };
  const [project, setProject] = useState(useOwnProject('policies'));
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!file) return setProblem(t('chooseFile'));
    setSending(true);
    setProblem(undefined);
    try {
      const { document: name, issuer, trusted } = await uploadVex(file, project);
      notify.good(trusted ? t('uploaded', { name }) : t('uploadedUntrusted', { name, issuer }));
      onClose();
      await refresh(listVexDocuments);
    } catch (error) {
      setProblem((error as Error).message);
      setSending(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="primary" type="submit" form={ids.form} loading={isSending}>
        {t('send')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('upload')} onClose={onClose} footer={footer}>
      <form id={ids.form} onSubmit={(event) => void send(event)} className="ph-stack">
        <Field id={ids.file} label={t('file')} hint={t('fileHelp', { size: largestInMegabytes })} problem={problem}>
          <input
            id={ids.file}
            type="file"
            accept=".json,application/json"
            aria-describedby={`${ids.file}-hint${problem === undefined ? '' : ` ${ids.file}-problem`}`}
            aria-invalid={problem === undefined ? undefined : true}
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              setProblem(undefined);
            }}
          />
        </Field>
        <ProjectChoice value={project} onChange={setProject} />
      </form>
    </Dialog>
  );
}
