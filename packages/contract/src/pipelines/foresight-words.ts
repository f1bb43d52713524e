import { sentences } from '../sentences.ts';

/** This is said of what steps would do, before anything is done. */
export const foresightWords = sentences({
  foresees_waiting: { en: 'waits for {why}', de: 'wartet auf {why}' },
  foresees_open: { en: 'cannot be told before the steps above are done: {why}', de: 'lässt sich erst sagen, wenn die Schritte darüber getan sind: {why}' },
  foresees_value: { en: 'cannot be told without a value: {why}', de: 'lässt sich ohne einen Wert nicht sagen: {why}' },
  foresees_asking: { en: 'asks {who} and waits up to {time} for a decision', de: 'fragt {who} und wartet bis zu {time} auf eine Entscheidung' },
  foresees_promotion: {
    en: 'promotes the build {build} to {repository}, {count} {count|file|files}',
    de: 'befördert den Build {build} nach {repository}, {count} {count|Datei|Dateien}',
  },
  foresees_copy: { en: 'copies {from} to {target}, {count} {count|file|files}', de: 'kopiert {from} nach {target}, {count} {count|Datei|Dateien}' },
  foresees_move: { en: 'moves {from} to {target}, {count} {count|file|files}', de: 'verschiebt {from} nach {target}, {count} {count|Datei|Dateien}' },
  foresees_properties: { en: 'sets {names} on {path}', de: 'setzt {names} an {path}' },
  foresees_bundle: {
    en: 'puts the release bundle {bundle} together, {count} {count|file|files}',
    de: 'stellt das Release-Bundle {bundle} zusammen, {count} {count|Datei|Dateien}',
  },
  foresees_distribution: { en: 'sends {bundle} to {targets}', de: 'sendet {bundle} an {targets}' },
  foresees_cleanup: { en: 'applies the retention policy {policy}', de: 'wendet die Aufbewahrungsregel {policy} an' },
  foresees_telling: { en: 'sends a message to {host}', de: 'sendet eine Nachricht an {host}' },
  foresees_start: { en: 'starts the pipeline {pipeline}', de: 'startet die Pipeline {pipeline}' },
  foresees_command: { en: 'runs its script on {runners}', de: 'führt sein Skript auf {runners} aus' },
});
