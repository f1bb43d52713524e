import { mutation, refresh } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, calculateDebianCoordinates } from '@packhouse/contract/artifact-routes.ts';
import { Banner, Button, Dialog, notify, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Details } from './artifact-panel.tsx';
import { t } from './messages.ts';

const listOf = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** What a file's name says its architecture is: `tool_1.0_amd64.deb`. */
function architectureIn(name: string): string[] {
  const [, architecture] = /_([a-z0-9-]+)\.deb$/.exec(name) ?? [];
  return architecture === undefined ? [] : [architecture];
}

/** Asks under which distributions, components and architectures a Debian package is to be found. */
export function DebianDialog({ details, onClose }: { details: Details; onClose: () => void }) {
  const { repoKey, path, name, properties } = details;
  const id = useId();
  const [distributions, setDistributions] = useState((properties['deb.distribution'] ?? []).join(', '));
  const [components, setComponents] = useState((properties['deb.component'] ?? ['main']).join(', '));
  const [architectures, setArchitectures] = useState((properties['deb.architecture'] ?? architectureIn(name)).join(', '));
  const [tried, setTried] = useState(false);
  const work = useMutation(mutation(calculateDebianCoordinates));
  const body = { repoKey, path, distributions: listOf(distributions), components: listOf(components), architectures: listOf(architectures) };
  const problem = (values: readonly string[]) => (tried && values.length === 0 ? t('sayOne') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ([body.distributions, body.components, body.architectures].some((values) => values.length === 0)) return;
    work.mutate(
      { body },
      {
        onSuccess: () => {
          notify.good(t('coordinatesSet'));
          void refresh(artifactDetails);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t('coordinatesTitle', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} loading={work.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className="ph-stack" onSubmit={submit}>
        <TextField
          label={t('distributions')}
          value={distributions}
          onChange={setDistributions}
          hint={t('valuesHint')}
          problem={problem(body.distributions)}
          mono
          autoFocus
        />
        <TextField label={t('components')} value={components} onChange={setComponents} problem={problem(body.components)} mono />
        <TextField label={t('architectures')} value={architectures} onChange={setArchitectures} problem={problem(body.architectures)} mono />
        {work.error && <Banner kind="bad">{work.error.message}</Banner>}
      </form>
    </Dialog>
  );
}
