import { Failure, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listUnits, registerUnit, type Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Banner, Button, Page, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { ConnectionList, DeploymentList } from './deployment-list.tsx';
import { DeploymentPanel } from './deployment-panel.tsx';
import { GraphView } from './graph-view.tsx';
import { MapSection } from './map-section.tsx';
import { PeriodSelect, usePeriod } from './period.tsx';
import { deploymentPath, topologyPath } from './topology-screens.ts';
import { t } from './topology-words.ts';
import { useView, ViewSelect } from './view.tsx';
import './topology.css';

const RegisterDeployment = lazy(async () => ({ default: (await import('./deployment-drawers.tsx')).RegisterDeployment }));

/** Milliseconds after which what is shown is asked for again: deployments are looked at every half minute. */
const again = 15_000;

interface FrameProps {
  aside?: ReactNode;
  count?: number;
  actions?: ReactNode;
  children: ReactNode;
}

function Frame(props: FrameProps) {
  return <Page title={t('topology')} subtitle={t('about')} {...props} />;
}

interface TopologyProps {
  listed: z.output<typeof listUnits.reply>;
  /** What is shown is not the latest. */
  failure: Error | null;
}

/** What is known: the map, the list, and the chosen deployment in full. */
function Topology({ listed: { items, connections }, failure }: TopologyProps) {
  const { id } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const period = usePeriod();
  const view = useView();
  const [isRegistering, setRegistering] = useState(false);
  const chosen = items.find((unit) => unit.id === id);
  const unit = chosen ?? items.find(({ home }) => home);
  const getName = (sought: string) => items.find((one) => one.id === sought)?.name ?? sought;
  const getPath = (one: Unit) => `${deploymentPath(one.id)}${search}`;
  const register = (
    <Button kind="primary" icon="plus" refusal={useRefusal(registerUnit)} onClick={() => setRegistering(true)}>
      {t('register')}
    </Button>
  );
  const sites = { units: items, connections, selected: unit?.id ?? '', getPath };
  const panel = unit && (
    <DeploymentPanel key={unit.id} unit={unit} getName={getName} period={period} onRemoved={() => void navigate(`${topologyPath}${search}`)} />
  );
  return (
    <Frame
      count={items.length}
      actions={
        <>
          <ViewSelect />
          <PeriodSelect />
          {register}
        </>
      }
      aside={panel}
    >
      {failure && (
        <Banner kind="warning">
          {t('unitsFailed')}: {failure.message}
        </Banner>
      )}
      {id !== undefined && !chosen && <Banner kind="warning">{t('unknownUnit')}</Banner>}
      {view === 'map' && <MapSection {...sites} />}
      {view === 'graph' && <GraphView {...sites} />}
      <DeploymentList units={items} selected={unit?.id ?? ''} getPath={getPath} />
      <ConnectionList connections={connections} units={items} />
      <Suspense>{isRegistering && <RegisterDeployment onClose={() => setRegistering(false)} onRegistered={(one) => void navigate(getPath(one))} />}</Suspense>
    </Frame>
  );
}

/** The platform deployments that are known here: on a map, in a list, and one of them in full. */
export function TopologyPage() {
  const { data, error, refetch } = useQuery({ ...query(listUnits, {}), refetchInterval: again });
  useLive(['mission-control.deployment.'], listUnits);
  if (data) return <Topology listed={data} failure={error} />;
  return (
    <Frame>
      {error ? (
        <>
          <p role="alert">{t('unitsFailed')}</p>
          <Failure error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <Skeleton lines={10} height={24} />
      )}
    </Frame>
  );
}
