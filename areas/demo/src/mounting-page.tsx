import { type Area, fetchMicrofrontend } from '@packhouse/console-kit/console-kit.ts';
import { ErrorState, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './demo-words.ts';
import './demo.css';

const mocks = ['demo-first', 'demo-second'] as const;

/** Fetches one part; a part that is missing fails the whole container, by its name. */
async function fetchPart(id: string): Promise<Required<Pick<Area, 'id' | 'Mount'>>> {
  const part = await fetchMicrofrontend(id);
  if (!part?.Mount) throw new Error(`Microfrontend ${id} fetching failed!`);
  return { id, Mount: part.Mount };
}

/** Loads two parts that were built on their own and mounts both. */
export function MountingPage() {
  const parts = useQuery({ queryKey: ['demo parts'], queryFn: () => Promise.all(mocks.map(fetchPart)), retry: false, gcTime: 0 });
  if (parts.isError) return <ErrorState title={t('mountingFailed')} message={parts.error.message} onRetry={() => void parts.refetch()} />;
  if (!parts.data) return <Skeleton lines={4} />;
  return (
    <div className="demo-parts">
      {parts.data.map(({ id, Mount }) => (
        <div key={id} className="ph-card" data-microfrontend={id}>
          <Mount />
        </div>
      ))}
    </div>
  );
}
