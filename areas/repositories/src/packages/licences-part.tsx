import { call, query, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { readTabCounts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { deleteCustomLicence, listVersionLicences } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { componentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, Deletion, EmptyState, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Rows, type Version } from './security-parts.tsx';
import { t } from './security-words.ts';

// Forms bring their library along, which nobody needs who only looks.
const LicenceDrawer = lazy(async () => ({ default: (await import('./licence-drawer.tsx')).LicenceDrawer }));

/** What is told of a version follows from its licences. */
const staleAfterLicences = [listVersionLicences, readTabCounts, componentDetails, listViolations] as const;

/** A licence that was set, and where: in a project, or everywhere. */
interface SetLicence {
  name: string;
  project: string | null;
}

/** Asks before what the author wrote counts again. */
function ClearLicence({ version, licence: { name, project }, onClose }: { version: Version; licence: SetLicence; onClose: () => void }) {
  const work = async () => {
    await call(deleteCustomLicence, { query: { ...version, ...(project === null ? {} : { projectKey: project }) } });
    await refresh(...staleAfterLicences);
  };
  return (
    <Deletion title={t('clearTitle')} action={t('clearLicence')} work={work} done={t('cleared', { name })} onClose={onClose}>
      <p>{t('clearText', { name })}</p>
    </Deletion>
  );
}

/** Licences, what was set before what the author wrote; whoever may sets one, and takes it back. */
export function LicencesPart({ version }: { version: Version }) {
  const { administrator } = useSession();
  const [setting, setSetting] = useState(false);
  const [clearing, setClearing] = useState<SetLicence>();
  const result = useQuery(query(listVersionLicences, { query: version }));
  if (result.isLoading) return <Skeleton lines={4} height={20} />;
  const { data: rows = [], may_change: mayChange = false, project = null } = result.data ?? {};
  const change = mayChange && (
    <Button icon="edit" onClick={() => setSetting(true)}>
      {t('setLicence')}
    </Button>
  );
  const clear = (one: (typeof rows)[number]) =>
    one.origin === 'custom' &&
    mayChange &&
    (one.project !== null || administrator) && (
      <Button key="clear" size="small" aria-label={t('clearOne', { name: one.name })} onClick={() => setClearing(one)}>
        {t('clearLicence')}
      </Button>
    );
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon="warning" title={t('noLicences')} action={change}>
          {t('noLicencesHelp')}
        </EmptyState>
      ) : (
        <>
          <Rows
            titles={[t('licence'), t('origin'), t('setBy'), ...(mayChange ? [t('change')] : [])]}
            rows={rows.map((one) => ({
              key: `${one.origin} ${one.project ?? ''} ${one.name}`,
              cells: [
                one.name,
                <Tag key="origin">{one.project === null ? t(`origin_${one.origin}`) : t('originIn', { project: one.project })}</Tag>,
                one.author ?? '',
                ...(mayChange ? [clear(one)] : []),
              ],
            }))}
          />
          {change && <p>{change}</p>}
        </>
      )}
      {clearing && <ClearLicence version={version} licence={clearing} onClose={() => setClearing(undefined)} />}
      <Suspense>
        {setting && (
          <LicenceDrawer version={version} project={project} everywhere={administrator} stale={staleAfterLicences} onClose={() => setSetting(false)} />
        )}
      </Suspense>
    </>
  );
}
