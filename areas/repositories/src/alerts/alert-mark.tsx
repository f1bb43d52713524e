import type { ArtifactAlert } from '@packhouse/contract/scanning-ignore-routes.ts';
import { SeverityTag } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import { findingsPath } from './alert.ts';
import { t } from './messages.ts';
import './alerts.css';

/** The alert mark of a file: how bad it is, and how much of it is ignored. */
export function AlertMark({ alert, name }: { alert: ArtifactAlert | undefined; name: string }) {
  if (!alert) return null;
  return (
    <>
      {alert.severity && (
        <Link className="alert-mark" to={findingsPath(alert)} aria-label={t('showFindings', { severity: alert.severity, count: alert.active, name })}>
          <SeverityTag severity={alert.severity}>
            {alert.severity} · {t('findingCount', { count: alert.active })}
          </SeverityTag>
        </Link>
      )}
      {alert.ignored > 0 && (
        <Link className="ph-muted" to={findingsPath(alert, true)} aria-label={t('showIgnored', { count: alert.ignored, name })}>
          {t('ignoredCount', { count: alert.ignored })}
        </Link>
      )}
    </>
  );
}
