import { Button, CopyField, LinkButton, usePageTitle } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { t } from '../console-words.ts';
import './system-pages.css';

interface SystemPageProps {
  code?: string;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page that says that there is none, and how to go on. */
export function SystemPage({ code, title, text, children }: SystemPageProps) {
  usePageTitle(title);
  return (
    <div className="system-page">
      {code && (
        <span className="system-page-code" aria-hidden>
          {code}
        </span>
      )}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
      <div className="system-page-actions">
        <LinkButton to="/home" kind="primary" icon="home">
          {t('goHome')}
        </LinkButton>
        <Button icon="arrow-left" onClick={() => window.history.back()}>
          {t('back')}
        </Button>
      </div>
    </div>
  );
}

export function NotFoundPage() {
  return <SystemPage code="404" title={t('notFound')} text={t('notFoundText')} />;
}

export function NotAcceptablePage() {
  const { requestId = '' } = useParams();
  return (
    <SystemPage code="406" title={t('notAcceptable')} text={t('notAcceptableText')}>
      <CopyField label={t('requestId')} value={requestId} />
    </SystemPage>
  );
}

/** Only reached by a redirect inside the console; a typed address or a reload goes to the start. */
export function ServerErrorPage() {
  const { state } = useLocation() as { state: { internal?: boolean; requestId?: string } | null };
  const navigation = performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined;
  const reloaded = navigation?.type === 'reload' && !window.history.state?.idx;
  if (!state?.internal || reloaded) return <Navigate to="/" replace />;
  return (
    <SystemPage code="500" title={t('serverError')} text={t('serverErrorText')}>
      {state.requestId && <CopyField label={t('requestId')} value={state.requestId} />}
    </SystemPage>
  );
}
