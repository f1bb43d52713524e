import { useSyncExternalStore } from 'react';

/** From this width on the map can be read. */
const wide = '(min-width: 720px)';

function watch(onChange: () => void): () => void {
  const media = globalThis.matchMedia(wide);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether there is room for the map. */
export function useWide(): boolean {
  return useSyncExternalStore(watch, () => globalThis.matchMedia(wide).matches);
}
