import { call, labelText, notifyFailure, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import type { InsightPeriod } from '@packhouse/contract/insight/insight-metrics.ts';
import { deploymentStatusNames } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import { askUnit, listStatusChanges, listUnits, removeUnit, type Unit, updateUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { findTitleOfType } from '@packhouse/contract/shell/service-names.ts';
import { absoluteTime, Button, RelativeTime, Tag, words } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DeploymentState } from './deployment-state.tsx';
import { formatPlace } from './formats.ts';
import { RemoveDeployment } from './remove-deployment.tsx';
import { StatusTimeline } from './status-timeline.tsx';
import { t } from './topology-words.ts';
import { UnitFigures } from './unit-figures.tsx';

/** The form, and with it the list of cities, is fetched when it is wanted. */
const EditDeployment = lazy(async () => ({ default: (await import('./deployment-drawers.tsx')).EditDeployment }));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What somebody can do about it. */
function sayWhatToDo({ status, reason }: Pick<Unit, 'status' | 'reason'>): string {
  if (reason?.reason === missionWords.deployment_clocks_differ.reason) return t('do_clocks');
  return reason?.reason === missionWords.deployment_not_watched.reason ? t('do_watching') : t(`do_${status as Exclude<typeof status, 'ONLINE'>}`);
}

/** Why it is as it is, since when, and what somebody can do about it. */
function Status({ unit }: { unit: Unit }) {
  const { status, reason, since, pending, clocks, missing, reports } = unit;
  return (
    <>
      <p>
        <DeploymentState status={status} /> <span className="ph-muted">{t('since')}</span> <RelativeTime at={since} />
      </p>
      {(reason || missing.length > 0) && (
        <Part title={t('why')}>
          {reason && <p>{words().said(reason)}</p>}
          {missing.length > 0 && <p className="ph-muted">{missing.map((type) => labelText(findTitleOfType(type))).join(', ')}</p>}
        </Part>
      )}
      {clocks && <p>{t('clocks', { theirs: absoluteTime(new Date(clocks.theirs)), ours: absoluteTime(new Date(clocks.ours)) })}</p>}
      {status !== 'ONLINE' && (
        <Part title={t('whatToDo')}>
          <p>{sayWhatToDo(unit)}</p>
        </Part>
      )}
      {pending && (
        <p className="ph-muted">
          {t('pending', { answers: pending.answers, needed: pending.needed, status: labelText(deploymentStatusNames[pending.status].label) })}
        </p>
      )}
      {reports && <p className="ph-muted">{t('reports')}</p>}
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <span className="ph-muted">{label}</span>
      <span>{children}</span>
    </li>
  );
}

function Facts({ unit }: { unit: Unit }) {
  const { url, version, seenAt, location, tags, services, status } = unit;
  return (
    <>
      <ul className="mc-lines">
        <Line label={t('place')}>{formatPlace(location)}</Line>
        <Line label={t('address')}>{url ? <a href={url}>{url}</a> : t('notKnown')}</Line>
        <Line label={t('version')}>{version ?? t('notKnown')}</Line>
        <Line label={t('seen')}>{seenAt ? <RelativeTime at={seenAt} /> : t('notKnown')}</Line>
      </ul>
      {tags.length > 0 && (
        <Part title={t('tags')}>
          <p className="mc-actions">
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        </Part>
      )}
      {services.length > 0 && (
        <Part title={t('servicesThere', { some: labelText(deploymentStatusNames[status].collective) })}>
          <ul className="mc-lines">
            {services.map(({ type, nodes, online }) => (
              <li key={type}>
                <span>{labelText(findTitleOfType(type))}</span>
                <span className="ph-muted">
                  {online} / {nodes}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Actions({ unit, onRemoved }: { unit: Unit; onRemoved: () => void }) {
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const asking = useMutation({
    mutationFn: () => call(askUnit, { params: { id: unit.id } }),
    onSuccess: () => refresh(listUnits, listStatusChanges),
    onError: (error) => notifyFailure(error),
  });
  const close = () => setOpen(undefined);
  return (
    <div className="mc-actions">
      <Button icon="refresh" loading={asking.isPending} refusal={useRefusal(askUnit)} onClick={() => asking.mutate()}>
        {t('askNow')}
      </Button>
      <Button icon="edit" refusal={useRefusal(updateUnit)} onClick={() => setOpen('edit')}>
        {t('edit')}
      </Button>
      <Button kind="ghost" icon="trash" refusal={useRefusal(removeUnit) ?? (unit.home ? t('homeStays') : undefined)} onClick={() => setOpen('remove')}>
        {t('remove')}
      </Button>
      <Suspense>{open === 'edit' && <EditDeployment unit={unit} onClose={close} />}</Suspense>
      {open === 'remove' && <RemoveDeployment unit={unit} onClose={close} onRemoved={onRemoved} />}
    </div>
  );
}

interface PanelProps {
  unit: Unit;
  /** What a deployment of this id is called. */
  getName: (id: string) => string;
  period: InsightPeriod;
  onRemoved: () => void;
}

/** All that is known of one deployment. */
export function DeploymentPanel({ unit, getName, period, onRemoved }: PanelProps) {
  return (
    <div className="mc-panel">
      <h2>
        {unit.name} {unit.home && <Tag>{t('home')}</Tag>}
      </h2>
      <Status unit={unit} />
      <Actions unit={unit} onRemoved={onRemoved} />
      <Facts unit={unit} />
      <UnitFigures unit={unit} period={period} getName={getName} />
      <StatusTimeline id={unit.id} />
    </div>
  );
}
