import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of what somebody likes and watches. */
export const { t } = catalogue({
  marks: { en: 'Favourites and watches', de: 'Favoriten und Beobachtetes' },
  about: {
    en: 'What you watch tells you here when something in it changes.',
    de: 'Was Sie beobachten, meldet sich hier, wenn sich darin etwas ändert.',
  },
  kinds: { en: 'Kinds of marks', de: 'Arten von Merkern' },
  all: { en: 'All', de: 'Alle' },
  favourites: { en: 'Favourites', de: 'Favoriten' },
  watches: { en: 'Watches', de: 'Beobachtetes' },
  item: { en: 'Item', de: 'Eintrag' },
  repository: { en: 'Repository', de: 'Repository' },
  marked: { en: 'Marked as', de: 'Gemerkt als' },
  favourite: { en: 'Favourite', de: 'Favorit' },
  watched: { en: 'Watched', de: 'Beobachtet' },
  addFavourite: { en: 'Add to favourites', de: 'Zu Favoriten' },
  removeFavourite: { en: 'Remove from favourites', de: 'Aus Favoriten entfernen' },
  watch: { en: 'Watch', de: 'Beobachten' },
  unwatch: { en: 'Unwatch', de: 'Nicht mehr beobachten' },
  nothing: { en: 'Nothing marked yet', de: 'Noch nichts gemerkt' },
  nothingHelp: {
    en: 'Open a repository, folder or file among the artifacts and choose Watch or Add to favourites from its actions.',
    de: 'Öffnen Sie ein Repository, einen Ordner oder eine Datei unter den Artefakten und wählen Sie bei den Aktionen Beobachten oder Zu Favoriten.',
  },
  toArtifacts: { en: 'Artifacts', de: 'Artefakte' },
});
