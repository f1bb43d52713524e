import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const key = 'packhouse.theme';
const watchers = new Set<() => void>();
const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

/** Tells what the reader chose; following the system until then. */
export function themeChoice(): ThemeChoice {
  const stored = window.localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function shown(): 'light' | 'dark' {
  const choice = themeChoice();
  return choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice;
}

function show(): void {
  document.documentElement.dataset.theme = shown();
  for (const watcher of watchers) watcher();
}

/** Puts a choice on screen and remembers it; without one, shows what is remembered. */
export function applyTheme(choice?: ThemeChoice): void {
  if (choice === 'system') window.localStorage.removeItem(key);
  else if (choice) window.localStorage.setItem(key, choice);
  show();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  const media = systemDark();
  media.addEventListener('change', show);
  window.addEventListener('storage', show);
  return () => {
    watchers.delete(watcher);
    media.removeEventListener('change', show);
    window.removeEventListener('storage', show);
  };
}

/** The theme on screen and the choice behind it. */
export function useTheme(): { theme: 'light' | 'dark'; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, shown);
  const choice = useSyncExternalStore(subscribe, themeChoice);
  return { theme, choice, choose: applyTheme };
}
