import { useAddress } from '@packhouse/console-kit/lists.ts';
import { t } from './topology-words.ts';

const views = ['map', 'graph', 'list'] as const;
const usual = 'map';

/** How the deployments are shown. */
export type TopologyView = (typeof views)[number];

/** The view that the address asks for. */
export function useView(): TopologyView {
  const [{ view }] = useAddress('view');
  return views.find((one) => one === view) ?? usual;
}

/** Chooses between map, graph and list; the usual one is not said in the address. */
export function ViewSelect() {
  const [, change] = useAddress('view');
  return (
    <label className="mc-period">
      {t('view')}
      <select value={useView()} onChange={({ target: { value } }) => change({ view: value === usual ? '' : value })}>
        {views.map((one) => (
          <option key={one} value={one}>
            {t(`view_${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
