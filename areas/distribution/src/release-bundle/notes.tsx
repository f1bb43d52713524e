import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Skeleton } from '@packhouse/ui/core.ts';
import { lazy, Suspense } from 'react';

const Markdown = lazy(async () => ({ default: (await import('@packhouse/ui/values/markdown.tsx')).Markdown }));

/** Release notes: Markdown made harmless; what is written in another way stands as it was written. */
export function Notes({ notes: { syntax, content } }: { notes: ReleaseBundle['releaseNotes'] }) {
  if (syntax !== 'markdown') return <p className="dist-notes ph-card">{content}</p>;
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <Markdown text={content} />
    </Suspense>
  );
}
