import { sentences } from '../sentences.ts';

/** This is said about runners, and about the steps that they do. */
export const runnerWords = sentences({
  no_runner: { code: 'not_found', en: 'There is no runner {name}', de: 'Es gibt keinen Runner {name}' },
  runner_exists: { en: 'There is a runner {name} already', de: 'Es gibt schon einen Runner {name}' },
  runner_refused: { code: 'unauthenticated', en: 'This token belongs to no runner', de: 'Dieses Token gehört zu keinem Runner' },
  step_waits_runner_none: { en: 'a runner with the label {label}; none is registered', de: 'einen Runner mit dem Label {label}; keiner ist registriert' },
  step_waits_runner_offline: {
    en: 'a runner with the label {label}; those that have it are offline: {runners}',
    de: 'einen Runner mit dem Label {label}; die es haben, sind offline: {runners}',
  },
  step_waits_runner_busy: {
    en: 'a runner with the label {label} to be free: {runners}',
    de: 'dass ein Runner mit dem Label {label} frei wird: {runners}',
  },
  step_waits_runner_group: {
    en: 'a runner with the label {label} that does the work of {user}; none of {runners} does',
    de: 'einen Runner mit dem Label {label}, der für {user} arbeitet; keiner von {runners} tut es',
  },
  step_waits_runner_network: {
    en: 'a runner with the label {label} that lets commands use the network; none of {runners} does',
    de: 'einen Runner mit dem Label {label}, der Befehlen das Netz erlaubt; keiner von {runners} tut es',
  },
  step_on_runner: { en: 'runs on {runner}', de: 'läuft auf {runner}' },
  step_runner_lost: {
    en: 'the runner {runner} ended without a word; commands are not begun again unless the step says retry',
    de: 'der Runner {runner} hat ohne ein Wort geendet; Befehle werden nicht noch einmal begonnen, wenn der Schritt kein retry nennt',
  },
  step_runner_lost_again: {
    en: 'the runner {runner} ended without a word; the command is begun again',
    de: 'der Runner {runner} hat ohne ein Wort geendet; der Befehl wird noch einmal begonnen',
  },
  step_tried_again: { en: '{why}; the command is begun again', de: '{why}; der Befehl wird noch einmal begonnen' },
  step_command_succeeded: { en: 'the command succeeded on {runner}', de: 'der Befehl ist auf {runner} gelungen' },
  step_command_exited: { en: 'the command ended with status {code} on {runner}', de: 'der Befehl hat auf {runner} mit dem Status {code} geendet' },
  step_command_timeout: { en: 'the command was ended after {time} on {runner}', de: 'der Befehl wurde auf {runner} nach {time} beendet' },
  step_command_memory: {
    en: 'the command was ended on {runner}: it took more than {memory} MB of memory',
    de: 'der Befehl wurde auf {runner} beendet: Er nahm mehr als {memory} MB Arbeitsspeicher',
  },
  step_command_disk: {
    en: 'the command was ended on {runner}: its folder held more than {detail} MB',
    de: 'der Befehl wurde auf {runner} beendet: Sein Ordner enthielt mehr als {detail} MB',
  },
  step_command_checkout: { en: '{detail} could not be fetched', de: '{detail} ließ sich nicht holen' },
  step_command_publish: { en: '{detail} could not be published', de: '{detail} ließ sich nicht veröffentlichen' },
  step_command_sandbox: { en: 'the sandbox could not be made on {runner}: {detail}', de: 'die Sandbox ließ sich auf {runner} nicht einrichten: {detail}' },
  step_command_stopped: { en: 'the runner {runner} was stopped', de: 'der Runner {runner} wurde angehalten' },
  no_pipeline_secret: { code: 'not_found', en: 'There is no secret {name}', de: 'Es gibt kein Geheimnis {name}' },
  secret_not_given: {
    code: 'forbidden',
    en: 'There is no secret {name} that is given to pipelines of {user}',
    de: 'Es gibt kein Geheimnis {name}, das Pipelines von {user} gegeben wird',
  },
  secret_needs_value: { en: 'A new secret needs a value', de: 'Ein neues Geheimnis braucht einen Wert' },
  step_output_cut: {
    en: 'it wrote more; {count} {count|line is|lines are} kept',
    de: 'er hat mehr geschrieben; {count} {count|Zeile wird|Zeilen werden} behalten',
  },
});
