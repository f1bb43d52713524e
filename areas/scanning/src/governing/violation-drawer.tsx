import { Failure, isApiError, query } from '@packhouse/console-kit/console-kit.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { Banner, Button, Dialog, Facts, RelativeTime, Section, SeverityTag, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { AskDialog } from './ask-dialog.tsx';
import { policyExceptionListPath } from './governing-screens.ts';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { getPlace } from './violation-place.ts';
import { eventText } from './violation-story.ts';
import { t } from './violation-words.ts';

type Violation = RouteReply<typeof readViolation>;

/** What was asked for, and what became of that. */
function Asked({ asked: { state, author, notes, decided_by, decision } }: { asked: NonNullable<Violation['asked']> }) {
  return (
    <Banner kind={state === 'refused' ? 'warning' : 'info'}>
      {state === 'asked'
        ? t('isAsked', { user: author, reason: notes })
        : t(`is_${state}`, { user: decided_by ?? '', reason: decision === '' ? t('noReason') : decision })}{' '}
      <Link to={policyExceptionListPath}>{t('toExceptions')}</Link>
    </Banner>
  );
}

const isPast = (at: string) => Date.parse(at) <= Date.now();

/** Says since or from when downloads are blocked. */
function Blocked({ at }: { at: string }) {
  const isNow = isPast(at);
  return (
    <Banner kind={isNow ? 'bad' : 'warning'}>
      {t(isNow ? 'blockedSince' : 'blockedFrom')} <RelativeTime at={at} />
    </Banner>
  );
}

/** Who ignores it and why: somebody here, or what a trusted issuer says. */
function whyIgnored({ author, notes, vex }: NonNullable<Violation['ignored']>): string {
  if (!vex) return `${author}: ${notes}`;
  const why = [vex.justification, vex.impact].filter(Boolean).join('. ');
  return t('vexOf', { issuer: author, why: `${t(`vex_${vex.status}`)}${why === '' ? '' : `. ${why}`}` });
}

function Told({ violation }: { violation: Violation }) {
  const { severity, type, subject, summary, components, fixed_versions: fixes, watch, policy, rule, repository, path, ignored } = violation;
  const place = getPlace(violation);
  return (
    <div className="ph-stack">
      {violation.blocks_from && violation.state === 'active' && <Blocked at={violation.blocks_from} />}
      {violation.asked && violation.state === 'active' && <Asked asked={violation.asked} />}
      <Facts
        items={[
          [t('severity'), <SeverityTag key="severity" severity={severity} />],
          [t('type'), t(`is_${type}`)],
          [t('finding'), summary === '' ? subject : `${subject}: ${summary}`],
          [t('component'), components.map(({ name, version: held }) => `${name} ${held}`).join(', ')],
          type === 'security' ? [t('fixedIn'), fixes.length > 0 ? fixes.join(', ') : t('noFix')] : undefined,
          [
            t('artifact'),
            <Link key="artifact" to={place.to}>
              {place.title}
            </Link>,
          ],
          [t('path'), <span key="path" className="ph-mono scan-where">{`${repository}/${path}`}</span>],
          [t('watch'), watch],
          [t('policy'), policy],
          [t('rule'), rule],
          [t('state'), t(violation.state === 'closed' ? 'is_closed' : violation.state)],
          ignored ? [t('ignoredBy'), whyIgnored(ignored)] : undefined,
          ignored?.expires_at ? [t('until'), <RelativeTime key="until" at={ignored.expires_at} />] : undefined,
        ]}
      />
      <Section title={t('history')}>
        <ol className="scan-samples">
          {violation.events.map((event) => (
            <li key={`${event.what} ${event.at}`}>
              <RelativeTime at={event.at} />: {eventText(event)}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

/** One violation: what breaks which rule, what follows, and what happened to it. */
export function ViolationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(readViolation, { params: { id } }));
  const [ignoring, setIgnoring] = useState(false);
  const isGone = isApiError(error) && (error.status === 404 || error.status === 400);
  const isBlocked = data?.state === 'active' && data.blocks_from !== null && isPast(data.blocks_from);
  const title = isBlocked ? t('whyBlocked') : (data?.subject ?? t('violation'));
  const footer = data?.state === 'active' && (data.may_ignore || data.asked?.state !== 'asked') && (
    <Button icon="eye-off" onClick={() => setIgnoring(true)}>
      {t(data.may_ignore ? 'ignore' : 'askFor')}
    </Button>
  );
  return (
    <Dialog title={title} shape="drawer" width={640} onClose={onClose} {...(footer ? { footer } : {})}>
      {data ? (
        <Told violation={data} />
      ) : isGone ? (
        <p className="ph-muted">{t('gone')}</p>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} height={20} />
      )}
      {ignoring && data?.may_ignore && <IgnoreDialog chosen={{ ids: [id] }} onClose={() => setIgnoring(false)} />}
      {ignoring && data?.may_ignore === false && <AskDialog violation={id} isVulnerability={data.type === 'security'} onClose={() => setIgnoring(false)} />}
    </Dialog>
  );
}
