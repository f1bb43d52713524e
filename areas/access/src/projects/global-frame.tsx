import { Page, RouteTabs } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { globalPath, projectListPath } from './projects-screens.ts';
import { t } from './projects-words.ts';
import '../listing/listing.css';
import './projects.css';

/** The list of projects, and what all of them share. */
export function ProjectsTabs() {
  const tabs = [
    { to: projectListPath, label: t('projects'), end: true },
    { to: globalPath('roles'), label: t('roles'), end: true },
    { to: globalPath('environments'), label: t('environments'), end: true },
  ];
  return <RouteTabs label={t('projects')} tabs={tabs} />;
}

/** A page about what every project has. */
export function GlobalFrame({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <Page title={t('projects')} documentTitle={title} subtitle={<span className="ph-muted">{t('globalHelp')}</span>} actions={actions}>
      <ProjectsTabs />
      {children}
    </Page>
  );
}
