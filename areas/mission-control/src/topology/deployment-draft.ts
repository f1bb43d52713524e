import type { NewUnit, Unit, UnitChange } from '@packhouse/contract/mission-control/unit-routes.ts';
import type { z } from 'zod';
import { t } from './topology-words.ts';

/** What stands in the form of a deployment. */
export interface DeploymentDraft {
  how: 'paired' | 'single';
  url: string;
  userName: string;
  password: string;
  token: string;
  peer: string;
  name: string;
  city: string;
  country: string;
  latitude: string;
  longitude: string;
  tags: string;
  allowPrivate: boolean;
}

export const newDraft: DeploymentDraft = {
  how: 'paired',
  url: '',
  userName: '',
  password: '',
  token: '',
  peer: '',
  name: '',
  city: '',
  country: '',
  latitude: '',
  longitude: '',
  tags: '',
  allowPrivate: false,
};

export function makeDraft({ name, location, tags }: Unit): DeploymentDraft {
  const { city = '', country = '', latitude = '', longitude = '' } = location ?? {};
  return { ...newDraft, name, city, country, latitude: String(latitude), longitude: String(longitude), tags: tags.join(', ') };
}

/** A number as people type it, with a comma or a point; what is none stays for the server to refuse. */
const toNumber = (text: string) => Number(text.trim().replace(',', '.'));

function readLocation({ city, country, latitude, longitude }: DeploymentDraft) {
  if (latitude.trim() === '' && longitude.trim() === '') return null;
  return { city, country, latitude: toNumber(latitude), longitude: toNumber(longitude) };
}

export function makeChange(draft: DeploymentDraft): z.input<typeof UnitChange> {
  const tags = draft.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return { name: draft.name, location: readLocation(draft), tags };
}

export function getBody(draft: DeploymentDraft): z.input<typeof NewUnit> {
  const { allowPrivate, url, userName, password } = draft;
  if (draft.how === 'single') return { ...makeChange(draft), url, userName, password, allowPrivate };
  return { ...makeChange(draft), token: draft.token, allowPrivate, peer: draft.token.trim() === '' ? draft.peer : '' };
}

/** One coordinate alone says nothing, and a city without any has no place on the map. */
export function checkPlace({ city, country, latitude, longitude }: DeploymentDraft): { path: string; message: string }[] {
  const [hasLatitude, hasLongitude] = [latitude.trim() !== '', longitude.trim() !== ''];
  if (hasLatitude !== hasLongitude) return [{ path: hasLatitude ? 'longitude' : 'latitude', message: t('bothNumbers') }];
  return (city.trim() !== '' || country.trim() !== '') && !hasLatitude ? [{ path: 'latitude', message: t('unknownCity') }] : [];
}
