import { isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { Failure } from '@packhouse/console-kit/lists/failure.tsx';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { Button, ErrorState, LinkButton, usePageTitle } from '@packhouse/ui/core.ts';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useRouteError } from 'react-router';
import { t } from '../console-words.ts';
import { hasProductPrefix } from '../navigation/known-prefixes.ts';
import { servicePageAt } from '../navigation/service-pages.ts';
import { AbsentServicePage } from '../system-pages/service-page.tsx';
import { findArea } from './area-list.ts';
import { isChunkFailure } from './area-loader.ts';
import { areaLoader } from './loader.ts';

function describe(error: unknown): string {
  const { name, code, message } = (error ?? {}) as { name?: string; code?: string; message?: string };
  return [code ?? name, message].filter(Boolean).join(': ');
}

/** A script or style sheet was lost: its name, and the way to fetch it again. */
function ChunkFailure({ error }: { error: unknown }) {
  return (
    <ErrorState whole title={t('partMissing')} message={t('partMissingText')}>
      <p>
        <code>{(error as { code?: string }).code ?? (error as Error).name}</code>
      </p>
      <div>
        <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      </div>
    </ErrorState>
  );
}

/** A page of an area failed: inside the frame, so that everything else can still be reached. */
export function AreaFailure() {
  const error = useRouteError();
  usePageTitle(isChunkFailure(error) ? t('partMissing') : t('pageFailed'));
  useEffect(() => {
    console.error(describe(error), error);
  }, [error]);
  if (isChunkFailure(error)) return <ChunkFailure error={error} />;
  if (isApiError(error)) return <Failure error={error} onRetry={() => window.location.reload()} />;
  return <ErrorState whole title={t('pageFailed')} message={describe(error)} onRetry={() => window.location.reload()} />;
}

/** Shows what stands at an address that no route matches: an area that could not be had, or nothing. */
export function Unmatched() {
  const location = useLocation();
  const navigate = useNavigate();
  const area = findArea(location.pathname);
  const failure = area && areaLoader.failureOf(area.id);
  if (isChunkFailure(failure)) return <ChunkFailure error={failure} />;
  if (area && failure !== undefined) {
    const again = () => {
      areaLoader.forgive(area.id);
      void navigate(location.pathname + location.search, { replace: true });
    };
    return <ErrorState whole title={t('areaMissing', { name: labelText(area.title) })} message={t('areaMissingText')} onRetry={again} />;
  }
  const servicePage = servicePageAt(location.pathname);
  if (servicePage && !area) return <AbsentServicePage page={servicePage} />;
  if (!hasProductPrefix(location.pathname)) return <Navigate to="/404" replace />;
  return (
    <ErrorState whole title={t('noSuchPage')} message={t('noSuchPageText', { name: area ? labelText(area.title) : t('thisInstallation') })}>
      <div>
        <LinkButton to="/home" icon="home">
          {t('goHome')}
        </LinkButton>
      </div>
    </ErrorState>
  );
}
