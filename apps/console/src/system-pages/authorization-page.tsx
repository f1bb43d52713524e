import { call, query } from '@packhouse/console-kit/calls/calls.ts';
import { Failure } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import {
  type AskedPowers,
  type AuthorizationVerdict,
  authorizationPath,
  authorizeApplication,
  readClientData,
  validateAuthorization,
} from '@packhouse/contract/access/access-application-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, EmptyState, LinkButton, Page, Skeleton } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { rememberPath } from '../sign-in/redirect-memory.ts';
import { t } from './authorization-words.ts';
import './authorization.css';

type ClientData = RouteReply<typeof readClientData>;

/** Where applications send people to be allowed to act for them. Who is not signed in does that first and comes back. */
export function AuthorizationPage() {
  const { kind } = useSession();
  const { pathname, search } = useLocation();
  const isSignedIn = kind === 'user';
  useEffect(() => {
    if (!isSignedIn) rememberPath(`${pathname}${search}`);
  }, [isSignedIn, pathname, search]);
  const clientId = new URLSearchParams(search).get('client_id');
  if (!clientId) return <Problem title={t('unknown')}>{t('unknownText')}</Problem>;
  if (!isSignedIn) return <Navigate to="/login" replace />;
  // What was said about one request is never shown beside another.
  return <Asked key={search} clientId={clientId} address={`${window.location.origin}${authorizationPath}${search}`} />;
}

function Problem({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  const home = (
    <LinkButton to="/home" icon="home">
      {t('home')}
    </LinkButton>
  );
  return (
    <Page title={t('authorization')} narrow>
      <EmptyState icon="lock" title={title} action={action ?? home}>
        {children}
      </EmptyState>
    </Page>
  );
}

interface Request {
  clientId: string;
  /** The whole address that the application sent the reader to. */
  address: string;
}

function Asked({ clientId, address }: Request) {
  const validated = useQuery({
    ...query(validateAuthorization, { params: { id: clientId }, query: { auth_url: address } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const verdict = validated.data;
  const isKnown = verdict !== undefined && verdict.backUrl !== null;
  const read = useQuery({ ...query(readClientData, { params: { id: clientId } }), enabled: isKnown });
  if (verdict && !isKnown) return <Problem title={t('refused')}>{verdict.problem && t(verdict.problem)}</Problem>;
  const failed = validated.error ? validated : read;
  if (!verdict || !read.data)
    return (
      <Page title={t('authorization')} narrow>
        {failed.error ? <Failure error={failed.error} onRetry={() => void failed.refetch()} /> : <Skeleton lines={6} height={20} />}
      </Page>
    );
  if (!verdict.valid) return <Faulty verdict={verdict} client={read.data} />;
  return <Question verdict={verdict} client={read.data} address={address} />;
}

/** The application is known, but asked wrongly: it is told when the reader goes back. */
function Faulty({ verdict: { problem, backUrl }, client: { name } }: { verdict: AuthorizationVerdict; client: ClientData }) {
  const back = <Button onClick={() => backUrl && window.location.assign(backUrl)}>{t('tellIt', { application: name })}</Button>;
  return (
    <Problem title={t('faulty', { application: name })} action={back}>
      {problem && t(problem)}
    </Problem>
  );
}

function Powers({ powers: { extent, groups, places, administers } }: { powers: AskedPowers }) {
  const getPlace = ({ repository, pattern }: AskedPowers['places'][number]) => {
    const name = repository === 'ANY' ? t('everywhere') : repository;
    return pattern ? `${name}/${pattern}` : name;
  };
  const getActions = (actions: readonly string[]) => actions.map((action) => t(action as 'read')).join(', ');
  return (
    <ul className="authorization-powers">
      {places.map((place) => (
        <li key={JSON.stringify(place)}>{t('mayAt', { actions: getActions(place.actions), place: getPlace(place) })}</li>
      ))}
      {places.length === 0 && <li>{extent === 'groups' ? t('mayGroups', { groups: groups.join(', ') }) : t('mayAll')}</li>}
      {administers && <li>{t('mayAdminister')}</li>}
    </ul>
  );
}

function Question({ verdict, client, address }: { verdict: AuthorizationVerdict; client: ClientData; address: string }) {
  const { name: username } = useSession();
  const { id: clientId, name, description, type } = client;
  const { backUrl, callbackHost, powers } = verdict;
  const allow = useMutation({
    mutationFn: () => call(authorizeApplication, { params: { clientId, username }, body: { url: address } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Page title={t('authorization')} narrow>
      <section className="authorization">
        <h2>{t('wants', { application: name, name: username })}</h2>
        {description && <p className="ph-muted">{description}</p>}
        {type === 'public' && <Banner kind="warning">{t('isPublic')}</Banner>}
        <p>{t('willBeAble')}</p>
        {powers && <Powers powers={powers} />}
        <p className="ph-muted">{t('never')}</p>
        <p>
          {t('goBack')} <b className="authorization-host">{callbackHost}</b>
        </p>
        {allow.error && <Banner kind="bad">{allow.error.message}</Banner>}
        <div className="authorization-buttons">
          <Button disabled={allow.isPending || allow.isSuccess} onClick={() => backUrl && window.location.assign(backUrl)}>
            {t('deny')}
          </Button>
          <Button kind="primary" loading={allow.isPending || allow.isSuccess} onClick={() => allow.mutate()}>
            {t('allow')}
          </Button>
        </div>
        <footer className="ph-muted">
          <p>
            {t('takeBack')} <Link to="/access/integrations">{t('allowed')}</Link>
          </p>
          <p>
            <Link to="/logout">{t('notYou')}</Link>
          </p>
        </footer>
      </section>
    </Page>
  );
}
