import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, setProperties } from '@packhouse/contract/artifact-routes.ts';
import { Banner, Button, CheckField, IconButton, Section, Tag, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Details } from './artifact-panel.tsx';
import { t } from './messages.ts';

/** Properties with their values; adding and removing for those who may annotate. */
export function PropertySection({ details }: { details: Details }) {
  const [adding, setAdding] = useState(false);
  const { repoKey, path, properties, allowed } = details;
  const change = useMutation(mutation(setProperties, { stale: [artifactDetails] }));
  const entries = Object.entries(properties).sort(([a], [b]) => a.localeCompare(b));
  const refusal = allowed.annotate ? undefined : t('needAnnotate');
  return (
    <Section
      title={t('properties')}
      actions={
        <Button size="small" icon="plus" refusal={refusal} onClick={() => setAdding(true)}>
          {t('addProperty')}
        </Button>
      }
    >
      {entries.length === 0 && !adding && <p className="ph-muted">{t('noProperties')}</p>}
      <dl className="tree-properties">
        {entries.map(([key, values]) => (
          <div key={key}>
            <dt className="ph-mono">{key}</dt>
            <dd>
              {values.map((value) => (
                <Tag key={value}>{value}</Tag>
              ))}
              {allowed.annotate && (
                <IconButton
                  icon="close"
                  size="small"
                  label={t('removeProperty', { name: key })}
                  onClick={() => change.mutate({ body: { repoKey, path, remove: [key] } })}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {change.error && <Banner kind="bad">{change.error.message}</Banner>}
      {adding && (
        <NewProperty
          folder={details.type === 'folder'}
          busy={change.isPending}
          onCancel={() => setAdding(false)}
          onAdd={(key, values, recursive) =>
            change.mutate({ body: { repoKey, path, set: { [key]: values }, recursive } }, { onSuccess: () => setAdding(false) })
          }
        />
      )}
    </Section>
  );
}

interface NewPropertyProps {
  folder: boolean;
  busy: boolean;
  onAdd: (key: string, values: string[], recursive: boolean) => void;
  onCancel: () => void;
}

function NewProperty({ folder, busy, onAdd, onCancel }: NewPropertyProps) {
  const [key, setKey] = useState('');
  const [values, setValues] = useState('');
  const [recursive, setRecursive] = useState(false);
  const [tried, setTried] = useState(false);
  const list = values
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (key.trim() !== '' && list.length > 0) onAdd(key.trim(), list, recursive);
  };
  return (
    <form className="tree-new-property" onSubmit={submit}>
      <TextField label={t('property')} value={key} onChange={setKey} problem={tried && key.trim() === '' ? t('nameProperty') : undefined} mono autoFocus />
      <TextField
        label={t('values')}
        value={values}
        onChange={setValues}
        hint={t('valuesHint')}
        problem={tried && list.length === 0 ? t('sayOne') : undefined}
        mono
      />
      {folder && <CheckField label={t('recursive')} checked={recursive} onChange={setRecursive} />}
      <span className="tree-actions">
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="small" kind="primary" type="submit" loading={busy}>
          {t('save')}
        </Button>
      </span>
    </form>
  );
}
