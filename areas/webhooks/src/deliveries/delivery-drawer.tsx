import { Failure, isApiError, query } from '@packhouse/console-kit/console-kit.ts';
import { type HookAttempt, readHookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { absoluteTime, Button, CodeBlock, Copyable, CopyButton, Dialog, Facts, RelativeTime, Section, Skeleton, StatusTag, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { eventTitle } from '../event-words.ts';
import { spellBody } from '../spell-body.ts';
import { isLater, spellDuration } from '../times.ts';
import { makeCurl } from './curl.ts';
import { t } from './deliveries-words.ts';
import { cancelDelivery, isResendable, redeliver } from './delivery-actions.ts';
import { DeliveryState } from './delivery-state.tsx';

type Delivery = RouteReply<typeof readHookDelivery>;

interface DeliveryDrawerProps {
  id: string;
  /** How soon it is worth asking for again, in milliseconds. */
  follow: (delivery: Delivery) => number | false;
  onClose: () => void;
}

/** One message: what it says, and each time that it was sent. */
export function DeliveryDrawer({ id, follow, onClose }: DeliveryDrawerProps) {
  const { data, error, refetch } = useQuery({
    ...query(readHookDelivery, { params: { id } }),
    refetchInterval: ({ state }) => (state.data ? follow(state.data) : false),
  });
  const isGone = isApiError(error) && error.status === 404;
  const found = data?.id === id ? data : undefined;
  const footer = found && <Actions delivery={found} />;
  return (
    <Dialog title={found?.subject ?? t('id')} shape="drawer" width={760} onClose={onClose} {...(footer ? { footer } : {})}>
      {isGone ? (
        <p className="ph-muted">{t('gone')}</p>
      ) : found ? (
        <Message delivery={found} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} height={20} />
      )}
    </Dialog>
  );
}

function Actions({ delivery }: { delivery: Delivery }) {
  if (isResendable(delivery))
    return (
      <Button icon="refresh" onClick={() => void redeliver([delivery.id])}>
        {t('redeliver')}
      </Button>
    );
  if (delivery.state !== 'waiting') return null;
  return (
    <Button icon="close" onClick={() => void cancelDelivery(delivery.id)}>
      {t('cancel')}
    </Button>
  );
}

function Message({ delivery }: { delivery: Delivery }) {
  const { id, domain, eventType, state, reason, createdAt, nextTryAt, settledAt, items, hollow, otherSubject } = delivery;
  return (
    <div className="ph-stack">
      <Facts
        items={[
          [t('state'), <DeliveryState key="state" state={state} />],
          [t('event'), eventTitle(domain, eventType)],
          otherSubject === undefined ? undefined : [t('target'), otherSubject],
          [t('created'), <RelativeTime key="created" at={createdAt} />],
          state === 'waiting' && nextTryAt && isLater(nextTryAt) ? [t('nextTry'), <RelativeTime key="next" at={nextTryAt} />] : undefined,
          settledAt ? [t('settled'), <RelativeTime key="settled" at={settledAt} />] : undefined,
          reason ? [t('why'), words().said(reason)] : undefined,
          hollow ? [t('redeliver'), t('hollow')] : undefined,
          [t('id'), <Copyable key="id" value={id} what={t('id')} />],
        ]}
      />
      {!hollow && <CodeBlock title={t('body')} code={spellBody(delivery.body)} />}
      <Section title={t('attempts')}>
        {items.length === 0 && <p className="ph-muted">{t('noAttempts')}</p>}
        <ol className="hook-attempts">
          {items.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} body={delivery.body} />
          ))}
        </ol>
      </Section>
    </div>
  );
}

const spellHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** One time that the message was sent: how long it took, the request, and the answer beside it. */
function Attempt({ attempt, body }: { attempt: HookAttempt; body: string }) {
  const { number, at, method, url, request, response, timing, error, manualBy } = attempt;
  const isGood = error === undefined;
  return (
    <li>
      <details className="ph-disclosure">
        <summary>
          <b className="ph-nowrap">{t('attempt', { number })}</b>
          <StatusTag kind={isGood ? 'good' : 'bad'}>{response ? String(response.status) : t('noAnswer')}</StatusTag>
          <span className="ph-muted" title={absoluteTime(new Date(at))}>
            <RelativeTime at={at} />
            {manualBy !== undefined && ` · ${t('byHand', { name: manualBy })}`}
          </span>
        </summary>
        {error && <p className="hook-problem">{words().said(error)}</p>}
        <Timing timing={timing} />
        <div className="hook-exchange">
          <CodeBlock title={t('request')} code={`${method} ${url}\n${spellHeaders(request.headers)}`} />
          {response && <CodeBlock title={t('response')} code={`${response.status}\n${spellHeaders(response.headers)}\n\n${response.excerpt}`.trim()} />}
        </div>
        <p className="hook-curl">
          <CopyButton value={makeCurl(attempt, body)} label={words().copyAsCurl} wide />
          <span className="ph-muted">{t('curlHelp')}</span>
        </p>
      </details>
    </li>
  );
}

/** How long it took to connect, and the answer to begin, and to come. */
function Timing({ timing: { connected, head, total } }: Pick<HookAttempt, 'timing'>) {
  const spoken = [
    ...(connected === undefined ? [] : [t('connected', { time: spellDuration(connected) })]),
    ...(head === undefined ? [] : [t('firstByte', { time: spellDuration(head) })]),
    t('whole', { time: spellDuration(total) }),
  ];
  const part = (milliseconds: number) => ({ flexGrow: Math.max(0, milliseconds) });
  return (
    <div className="hook-timing">
      {head !== undefined && total > 0 && (
        <span className="hook-timing-bar" aria-hidden>
          <i style={part(connected ?? 0)} />
          <i style={part(head - (connected ?? 0))} />
          <i style={part(total - head)} />
        </span>
      )}
      <span className="ph-muted">{spoken.join(' · ')}</span>
    </div>
  );
}
