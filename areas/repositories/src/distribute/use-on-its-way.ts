import { notify } from '@packhouse/ui/core.ts';
import { useNavigate } from 'react-router';
import { t } from './distribute-words.ts';

const word = encodeURIComponent;

/** Says that a release bundle is being sent, and offers to look how far it is. */
export function useOnItsWay(): (bundle: { name: string; version: string }) => void {
  const navigate = useNavigate();
  return ({ name, version }) => {
    const run = () => void navigate(`/release-bundles/source/${word(name)}/${word(version)}`);
    notify.good(t('onItsWay', { name: `${name} ${version}` }), { action: { label: t('show'), run } });
  };
}
