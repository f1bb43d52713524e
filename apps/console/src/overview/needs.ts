import { query } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { type Licence, listLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { type Hook, listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { listApprovals, type WaitingApproval } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { type FailingReplication, listFailingReplications } from '@packhouse/contract/repositories/failing-replication-routes.ts';
import { type FirewallException, listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import { listPolicyExceptions, type PolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { type IconName, words } from '@packhouse/ui/core.ts';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '../navigation/landing.ts';
import { t } from './overview-words.ts';

/** Something that somebody should look at. */
export interface Need {
  key: string;
  icon: IconName;
  text: string;
  detail?: string | undefined;
  to: string;
  at?: string | undefined;
}

/** What one call says of it; each fails for itself. */
export interface NeedSource {
  id: string;
  title: string;
  isPending: boolean;
  error: Error | null;
  refetch: () => unknown;
  needs: Need[];
  /** How many there are, of which only the first are listed. */
  total: number;
}

/** Of each kind so many stand on the page. */
const shown = 3;
/** A licence is told of so long before it ends, in milliseconds. */
const noticed = 30 * 86_400_000;
/** So many webhooks are looked at. */
const mostHooks = 500;

const part = encodeURIComponent;

const ofApproval = ({ pipeline, number, step, question, since }: WaitingApproval): Need => ({
  key: `${pipeline} ${number} ${step}`,
  icon: 'play',
  text: t('approval', { pipeline, number }),
  detail: question || t('approvalStep', { step }),
  to: `/pipelines/of/${part(pipeline)}/runs/${number}`,
  at: since,
});

const ofException = ({ id, askedBy, askedAt, package: name, version, reason }: FirewallException): Need => ({
  key: id,
  icon: 'shield',
  text: t('exception', { user: askedBy, package: version === '' ? name : `${name} ${version}` }),
  detail: reason,
  to: '/security/firewall/exceptions',
  at: askedAt,
});

const ofPolicyException = ({ id, author, created, notes, ignore_filters: filters }: PolicyException): Need => {
  const { vulnerabilities = [], licenses = [] } = filters;
  return {
    key: id,
    icon: 'eye-off',
    text: t('policyException', { user: author, what: [...vulnerabilities, ...licenses].join(', ') || t('risk') }),
    detail: notes,
    to: '/security/exceptions',
    at: created,
  };
};

const ofHook = ({ key, health: { reason, waiting, since } }: Hook): Need => ({
  key,
  icon: 'link',
  text: t('hookFails', { key }),
  detail: [reason && words().said(reason), waiting > 0 && t('hookWaits', { count: waiting })].filter(Boolean).join(' · '),
  to: `/admin/configuration/webhooks/${part(key)}/deliveries`,
  at: since,
});

const ofReplication = ({ id, repository, problem, failedAt }: FailingReplication): Need => ({
  key: String(id),
  icon: 'copy',
  text: t('replicationFails', { repository }),
  detail: problem && words().said(problem),
  to: `/repos/tree/${part(repository)}`,
  at: failedAt,
});

const ofLicence = ({ id, type, expiresAt, licensedTo, state }: Licence): Need => ({
  key: id,
  icon: 'key',
  text: state === 'expired' ? t('licenceEnded', { type }) : t('licenceEnds', { type }),
  detail: licensedTo,
  to: paths.licences,
  at: expiresAt ?? undefined,
});

const endsSoon = ({ expiresAt, builtIn }: Licence) => !builtIn && expiresAt !== null && Date.parse(expiresAt) < Date.now() + noticed;

function ofSecurity({ day, blocking }: RouteReply<typeof readSecurityOverview>): Need[] {
  const to = '/security/violations';
  return [
    ...(blocking > 0 ? [{ key: 'blocking', icon: 'lock' as const, text: t('blocking', { count: blocking }), to }] : []),
    ...(day.opened > 0 ? [{ key: 'new', icon: 'bug' as const, text: t('newViolations', { count: day.opened }), to: '/security/overview' }] : []),
  ];
}

/** One call and what of its answer needs somebody; nothing is asked where it is of no use to the reader. */
function useSource<Data>(
  id: string,
  title: string,
  options: UseQueryOptions<Data, Error>,
  { enabled, list, total }: { enabled: boolean; list: (data: Data) => Need[]; total?: (data: Data) => number },
): NeedSource | undefined {
  const { data, error, refetch } = useQuery({ ...options, enabled });
  if (!enabled) return undefined;
  const needs = data === undefined ? [] : list(data);
  const count = data !== undefined && total ? total(data) : needs.length;
  return { id, title, isPending: data === undefined && !error, error, refetch, needs: needs.slice(0, shown), total: count };
}

/** All that the reader should look at, as far as they may do something about it. */
export function useNeeds(): NeedSource[] {
  const { kind, administrator, managesProject, services, licenceType, actions } = useSession();
  const isUser = kind === 'user';
  const manages = isUser && (administrator || actions.repository.includes('manage'));
  const failing = ({ health }: Hook) => health.state === 'failing';
  const sources = [
    useSource('approvals', t('approvals'), query(listApprovals, {}), {
      enabled: isUser && 'pipelines' in services,
      list: ({ items }) => items.map(ofApproval),
    }),
    useSource('exceptions', t('exceptions'), query(listFirewallExceptions, { query: { state: 'asked', limit: shown } }), {
      enabled: administrator,
      list: ({ items }) => items.map(ofException),
      total: ({ total }) => total,
    }),
    useSource('policyExceptions', t('policyExceptions'), query(listPolicyExceptions, { query: { state: 'asked' } }), {
      enabled: isUser && (administrator || managesProject) && 'xray' in services && licenceType !== 'N/A',
      list: ({ items }) => items.filter(({ may_decide: mayDecide }) => mayDecide).map(ofPolicyException),
    }),
    useSource('violations', t('violations'), query(readSecurityOverview, { query: {} }), {
      enabled: isUser && 'xray' in services && licenceType !== 'N/A',
      list: ofSecurity,
    }),
    useSource('hooks', t('hooks'), query(listHooks, { query: { limit: mostHooks } }), {
      enabled: administrator && 'event' in services,
      list: ({ items }) => items.filter(failing).map(ofHook),
    }),
    useSource('replications', t('replications'), query(listFailingReplications, {}), { enabled: manages, list: ({ items }) => items.map(ofReplication) }),
    useSource('licences', t('licences'), query(listLicences, {}), { enabled: administrator, list: ({ items }) => items.filter(endsSoon).map(ofLicence) }),
  ];
  return sources.filter((source) => source !== undefined);
}
