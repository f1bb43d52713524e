import { expect, it } from 'vitest';
import { checkPlace, newDraft } from './deployment-draft.ts';

it('says of a city that is not known here that it needs coordinates, and of one coordinate that the other is missing', () => {
  expect(checkPlace({ ...newDraft, city: 'Atlantis' })).toEqual([
    { path: 'latitude', message: expect.stringContaining('No place of this name is known here') },
  ]);
  expect(checkPlace({ ...newDraft, city: 'Oslo', longitude: '10' })).toEqual([{ path: 'latitude', message: 'Give latitude and longitude both, or neither' }]);
  expect(checkPlace({ ...newDraft, city: 'Oslo', latitude: '59', longitude: '10' })).toEqual([]);
  expect(checkPlace(newDraft)).toEqual([]);
});
