import { sentences } from '../sentences.ts';

/** Schemas ask this of the document of a pipeline. */
export const pipelineRules = sentences({
  pipeline_name_characters: {
    en: 'Use small letters, digits and dashes, beginning with a letter',
    de: 'Verwenden Sie kleine Buchstaben, Ziffern und Bindestriche, mit einem Buchstaben beginnend',
  },
  pipeline_duration: { en: 'Write a time such as 90s, 15m, 2h or 7d', de: 'Schreiben Sie eine Dauer wie 90s, 15m, 2h oder 7d' },
  pipeline_build_reference: { en: 'Name a build with its number, such as shop/17', de: 'Nennen Sie einen Build mit seiner Nummer, etwa shop/17' },
  pipeline_place: {
    en: 'Name a repository and a path in it, such as libs/org/app.jar',
    de: 'Nennen Sie ein Repository und einen Pfad darin, etwa libs/org/app.jar',
  },
  pipeline_subject: { en: 'Say which build or which artifact, not both', de: 'Geben Sie entweder einen Build oder ein Artefakt an, nicht beides' },
  pipeline_who_approves: { en: 'Name users or groups who may approve', de: 'Nennen Sie Benutzer oder Gruppen, die zustimmen dürfen' },
  pipeline_bundle_source: { en: 'Say a build or paths that go into the bundle', de: 'Geben Sie einen Build oder Pfade an, die in das Bundle kommen' },
  pipeline_runner_label: {
    en: 'Use small letters, digits, dots and dashes',
    de: 'Verwenden Sie kleine Buchstaben, Ziffern, Punkte und Bindestriche',
  },
  pipeline_workspace_path: {
    en: 'Name a file in the folder of the command, such as dist/app.tgz',
    de: 'Nennen Sie eine Datei im Ordner des Befehls, etwa dist/app.tgz',
  },
  pipeline_env_name: {
    en: 'Names of environment variables consist of letters, digits and underscores',
    de: 'Namen von Umgebungsvariablen bestehen aus Buchstaben, Ziffern und Unterstrichen',
  },
  pipeline_secret_short: {
    en: 'Use eight characters or more: shorter ones cannot be hidden in what commands write',
    de: 'Verwenden Sie mindestens acht Zeichen: Kürzere lassen sich in dem, was Befehle schreiben, nicht verbergen',
  },
  pipeline_event_filter: { en: 'This filter does not belong to the event', de: 'Dieser Filter gehört nicht zu diesem Ereignis' },
});
