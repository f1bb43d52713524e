import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { viewArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Banner, Dialog, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import type { Details } from '../item-details.ts';
import { t } from './tree-words.ts';

/** The text of a file. */
export function ViewDialog({ details: { repoKey, path, name }, onClose }: { details: Details; onClose: () => void }) {
  const result = useQuery(query(viewArtifact, { body: { repoKey, path } }));
  return (
    <Dialog title={t('viewTitle', { name })} onClose={onClose} width={880}>
      {result.data ? (
        <>
          {result.data.truncated && <Banner kind="info">{t('truncated')}</Banner>}
          <section className="tree-text" aria-label={name}>
            <pre>{result.data.text}</pre>
          </section>
        </>
      ) : result.error ? (
        <Failure error={result.error} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Dialog>
  );
}
