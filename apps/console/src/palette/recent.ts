/** A place that was gone to from the palette. */
export interface Place {
  id: string;
  label: string;
  path: string;
}

const key = 'packhouse.palette';
const most = 6;

function isPlace(value: unknown): value is Place {
  const { id, label, path } = (value ?? {}) as Partial<Record<keyof Place, unknown>>;
  return typeof id === 'string' && typeof label === 'string' && typeof path === 'string' && path.startsWith('/');
}

/** Where somebody went last from here, the latest first; each user of a shared browser has their own. */
export function recentPlaces(user: string): readonly Place[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${key}.${user}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

export function rememberPlace(user: string, { id, label, path }: Place): void {
  const others = recentPlaces(user).filter((place) => place.id !== id);
  localStorage.setItem(`${key}.${user}`, JSON.stringify([{ id, label, path }, ...others].slice(0, most)));
}
