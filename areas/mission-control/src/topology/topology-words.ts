import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the topology. */
export const { t } = catalogue({
  topology: { en: 'Topology', de: 'Topologie' },
  deployment: { en: 'Platform deployment', de: 'Platform Deployment' },
  home: { en: 'Home', de: 'Diese Installation' },
  status: { en: 'Status', de: 'Zustand' },
  since: { en: 'Since', de: 'Seit' },
  none: { en: 'No platform deployments', de: 'Keine Platform Deployments' },
});
