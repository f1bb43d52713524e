import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Banner, Button, IconButton, Section, Tag } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Details } from '../item-details.ts';
import { t } from './tree-words.ts';

const NewProperty = lazy(async () => ({ default: (await import('./new-property.tsx')).NewProperty }));

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
      {entries.length === 0 && <p className="ph-muted">{t('noProperties')}</p>}
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
      <Suspense>{adding && <NewProperty details={details} onClose={() => setAdding(false)} />}</Suspense>
    </Section>
  );
}
