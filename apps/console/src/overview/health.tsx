import { query } from '@packhouse/console-kit/calls/calls.ts';
import { Loaded } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { highAvailability, type ServiceStatus, storageStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { listTasks } from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { type ServiceName, serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { systemStatus } from '@packhouse/contract/shell/shell-routes.ts';
import { Icon, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t as shell } from '../console-words.ts';
import { t } from './overview-words.ts';

/** The services that run, and whether they do. */
export function Services() {
  const status = useQuery(query(systemStatus, {}));
  const { services } = useSession();
  return (
    <section className="ph-facts" aria-label={shell('services')}>
      <h2>{shell('services')}</h2>
      <Loaded result={status} skeleton={<Skeleton lines={3} />}>
        {({ services: list }) => (
          <ul className="overview-services">
            {list.map(({ name, status: state }) => (
              <li key={name}>
                <span>{labelText(serviceTitles[name as ServiceName] ?? { en: name })}</span>
                <code className="ph-muted">{services[name as ServiceName]}</code>
                <StatusTag kind={state === 'online' ? 'good' : 'bad'}>{shell(state)}</StatusTag>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function listOfNodes({ services }: ServiceStatus): string[] {
  const all = Object.values(services);
  const offline = new Set(all.flatMap(({ nodes }) => nodes.filter(({ status }) => status === 'Offline').map(({ node_id: node }) => node)));
  const late = all.flatMap(({ late = [] }) => late.map(({ follower, seconds }) => t('late', { follower, minutes: Math.round(seconds / 60) })));
  return [...[...offline].map((node) => t('nodeOffline', { node })), ...late];
}

const listOfStorage = ({ nodes }: RouteReply<typeof storageStatus>): string[] =>
  nodes.flatMap(({ node_id: node, state }) => (state === 'Working' ? [] : [t(`storage_${state}`, { node })]));

function Work() {
  const result = useQuery(query(listTasks, {}));
  return (
    <Loaded result={result} skeleton={<Skeleton lines={1} />}>
      {({ tasks }) => {
        const running = tasks.filter(({ state }) => state === 'running').length;
        return (
          <dl>
            <div>
              <dt>{t('background')}</dt>
              <dd>{t('work', { running, waiting: tasks.length - running })}</dd>
            </div>
          </dl>
        );
      }}
    </Loaded>
  );
}

/** Nodes, storage and queues, for administrators: what is wrong, or that nothing is. */
export function Health() {
  const nodes = useQuery(query(highAvailability, {}));
  const storage = useQuery(query(storageStatus, {}));
  const wrong = [...(nodes.data ? listOfNodes(nodes.data) : []), ...(storage.data ? listOfStorage(storage.data) : [])];
  const isKnown = nodes.data !== undefined && storage.data !== undefined;
  return (
    <section className="ph-facts overview-health" aria-label={t('health')}>
      <h2>{t('health')}</h2>
      {wrong.length > 0 && (
        <ul>
          {wrong.map((text) => (
            <li key={text}>
              <Icon name="warning" /> {text}
            </li>
          ))}
        </ul>
      )}
      {isKnown && wrong.length === 0 && (
        <p className="overview-calm">
          <Icon name="good" /> {t('allWell')}
        </p>
      )}
      <Loaded result={nodes} skeleton={<Skeleton lines={1} />}>
        {() => null}
      </Loaded>
      <Loaded result={storage} skeleton={<Skeleton lines={1} />}>
        {() => null}
      </Loaded>
      <Work />
      <Link to="/admin/monitoring/service-status">{t('serviceStatus')}</Link>
    </section>
  );
}
