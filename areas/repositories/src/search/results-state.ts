import { type ArtifactSearchType, artifactSearchType, readSearch, type SearchModel } from '@packhouse/contract/repositories/search-query.ts';
import { useSearchParams } from 'react-router';

/** The results page shows this; all of it stands in the address. */
interface ResultsState {
  type: ArtifactSearchType;
  /** Query text, as it was typed. */
  text: string;
  model: SearchModel;
}

export function useResultsState(): [ResultsState, (change: { type?: ArtifactSearchType; text?: string }) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('query') ?? '';
  const model = readSearch(text);
  const state = { type: artifactSearchType(params.get('type') ?? model.filters.searchType), text, model };
  const change = (part: { type?: ArtifactSearchType; text?: string }) => {
    const next = { ...state, ...part };
    const address = new URLSearchParams();
    if (next.text !== '') address.set('query', next.text);
    if (next.type !== 'quick') address.set('type', next.type);
    setParams(address, { replace: true });
  };
  return [state, change];
}
