import { Button, CopyField, LinkButton, usePageTitle, useTheme } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useHref, useParams } from 'react-router';
import { t } from '../console-words.ts';
import { knownTrouble } from '../start-up/server-trouble.ts';
import './system-pages.css';

interface SystemPageProps {
  code?: string;
  title: string;
  text: string;
  /** The start page is loaded anew: what went wrong there may go right now. */
  isFresh?: boolean;
  children?: ReactNode;
}

/** A page that says that there is none, and how to go on. */
export function SystemPage({ code, title, text, isFresh = false, children }: SystemPageProps) {
  usePageTitle(title);
  const start = useHref('/home');
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
        {isFresh ? (
          <Button kind="primary" icon="home" onClick={() => window.location.assign(start)}>
            {t('goHome')}
          </Button>
        ) : (
          <LinkButton to="/home" kind="primary" icon="home">
            {t('goHome')}
          </LinkButton>
        )}
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
    <SystemPage code="406" title={t('notAcceptable')} text={t('notAcceptableText')} isFresh>
      <CopyField label={t('requestId')} value={requestId} />
    </SystemPage>
  );
}

/** Only reached by a redirect inside the console; a typed address or a reload goes to the start. */
export function ServerErrorPage() {
  const trouble = knownTrouble();
  if (!trouble) return <Navigate to="/" replace />;
  return (
    <SystemPage code="500" title={t('serverError')} text={t('serverErrorText')} isFresh>
      {trouble.requestId && <CopyField label={t('requestId')} value={trouble.requestId} />}
    </SystemPage>
  );
}

/** Pages that are shown while nobody knows who is there, and so without menus. */
export function TroublePages() {
  useTheme();
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
