import type { ArtifactAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { nameSeverity, SeverityTag } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import { findingsPath } from './alert.ts';
import { t } from './alerts-words.ts';
import './alerts.css';

/** The alert mark of a file: how bad it is, and how much of it is ignored. */
export function AlertMark({ alert }: { alert: ArtifactAlert | undefined }) {
  if (!alert) return null;
  return (
    <>
      {alert.severity && (
        <Link className="alert-mark" to={findingsPath(alert)}>
          <SeverityTag severity={alert.severity}>
            {nameSeverity(alert.severity)} · {t('findingCount', { count: alert.active })}
          </SeverityTag>
        </Link>
      )}
      {alert.ignored > 0 && (
        <Link className="ph-muted" to={findingsPath(alert, true)}>
          {t('ignoredCount', { count: alert.ignored })}
        </Link>
      )}
    </>
  );
}
