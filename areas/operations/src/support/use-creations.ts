import { refresh, session } from '@packhouse/console-kit/console-kit.ts';
import { listSupportBundles, type SupportBundle } from '@packhouse/contract/operations/support-routes.ts';
import { useEffect, useReducer } from 'react';
import { type Creations, creations, isUnderWay, noCreations, refreshDelay } from './placeholders.ts';
import { createSupportBundle, makeParameters, type SupportBundleDraft } from './support-bundles.ts';

function makePlaceholder(draft: SupportBundleDraft): SupportBundle {
  const { name, description, service, nodes } = draft;
  const id = `placeholder-${crypto.randomUUID()}`;
  const create_date = new Date().toISOString();
  return { id, name, description, service, nodes, parameters: makeParameters(draft), status: 'in progress', create_date, created_by: session().name, size: 0 };
}

/** Makes bundles: each stands in the list at once; some seconds after the last was asked for, the list itself says what is there. */
export function useCreations(): { state: Creations; create: (draft: SupportBundleDraft) => void } {
  const [state, dispatch] = useReducer(creations, noCreations);
  const waits = state.placeholders.length > 0 && !isUnderWay(state);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => {
      void refresh(listSupportBundles).finally(() => dispatch({ type: 'settled' }));
    }, refreshDelay);
    return () => clearTimeout(timer);
  }, [waits]);
  return {
    state,
    create(draft) {
      dispatch({ type: 'begun', placeholder: makePlaceholder(draft) });
      void createSupportBundle(draft).finally(() => dispatch({ type: 'ended', service: draft.service }));
    },
  };
}
